import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { aUser } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { openBackupTarget } from '../backups/index.ts'
import { readConfig } from '../config.ts'
import { postgresFolder } from '../databases/newer-databases.ts'
import { listMigrations } from '../platform/migration-files.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { readUpgradeArguments, runUpgrade } from './run-upgrade.ts'

const cluster = inject('clickhouseCluster')
const lastMigration = (await listMigrations(postgresFolder)).at(-1) ?? ''

/** Returns deps whose PostgreSQL lacks the last migration, as if an earlier release had migrated it. */
async function openOlderDeps(): Promise<TestDeps> {
  const deps = await openTestDeps({ clicks: true })
  await aUser(deps)
  await withConnection(deps.databaseUrl, (client) => client.query('delete from schema_migrations where name = $1', [lastMigration]))
  return deps
}

interface UpgradeRun {
  target: string
  isBackupSkipped?: boolean
  migrate?: () => Promise<unknown>
}

/** Returns the printed lines. */
async function upgrade(
  deps: TestDeps,
  { target, isBackupSkipped = false, migrate = async () => undefined }: UpgradeRun,
): Promise<string[]> {
  const lines: string[] = []
  const config = readConfig({ BACKUP_TARGET: target, ...(cluster !== undefined && { CLICKHOUSE_CLUSTER: cluster }) })
  await runUpgrade(config, deps, { isBackupSkipped, print: (line) => lines.push(line) }, migrate)
  return lines
}

function recordLastMigration({ databaseUrl }: TestDeps): Promise<unknown> {
  return withConnection(databaseUrl, (client) => client.query('insert into schema_migrations (name) values ($1)', [lastMigration]))
}

it('makes one back-up before the first statement of an upgrade, although two processes upgrade at once', async () => {
  await using deps = await openOlderDeps()
  await using target = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  const found: string[][] = []
  const migrate = async () => {
    found.push(await openBackupTarget(target.path).listBackups())
    if (found.length === 1) await recordLastMigration(deps)
  }

  const printed = await Promise.all([1, 2].map(() => upgrade(deps, { target: target.path, migrate })))

  const [name = ''] = found[0] ?? []
  expect(found).toEqual([[name], [name]])
  expect(printed.flat()).toEqual([
    `Before the databases are upgraded, they are copied to ${target.path}.`,
    expect.stringMatching(new RegExp(`^The back-up took \\d+\\.\\d seconds: ${join(target.path, name)}$`)),
  ])
})

it('changes nothing if the back-up fails, and says what to do', async () => {
  await using deps = await openOlderDeps()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-backup-'))
  const target = join(folder.path, 'file')
  await writeFile(target, '')
  let isMigrated = false
  const migrate = async () => {
    isMigrated = true
  }

  await expect(upgrade(deps, { target, migrate })).rejects.toThrow(
    /^The databases can't be copied before their upgrade, so nothing was changed\. .+\. Solve this, or set BACKUP_TARGET to another place, or upgrade without a back-up with the option --without-backup\.$/,
  )
  expect(isMigrated).toBe(false)
})

it.each([
  [
    'the option',
    { isBackupSkipped: true, target: '/nowhere' },
    'The databases are upgraded without a back-up, because of --without-backup.',
  ],
  ['the setting', { target: 'off' }, 'The databases are upgraded without a back-up, because of BACKUP_TARGET=off.'],
])('says that no back-up is made because of %s', async (_what, run, line) => {
  await using deps = await openOlderDeps()
  expect(await upgrade(deps, run)).toEqual([line])
})

it('makes no back-up if no migration is pending', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await aUser(deps)
  expect(await upgrade(deps, { target: '/nowhere' })).toEqual([])
})

it('rejects an unknown argument', () => {
  expect(readUpgradeArguments('start', [])).toEqual({ isBackupSkipped: false })
  expect(readUpgradeArguments('migrate', ['--without-backup'])).toEqual({ isBackupSkipped: true })
  expect(() => readUpgradeArguments('migrate', ['--without-backups'])).toThrow('Usage: linkshelf migrate [--without-backup]')
})
