import { cp, mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { aProject, aUser } from '../../test/builders/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { recordClicks } from '../../test/record-clicks.ts'
import { openMoveSession } from '../clicks/index.ts'
import { clickhouseFolder, postgresFolder } from '../databases/newer-databases.ts'
import { listMigrations } from '../platform/migration-files.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { backUpBeforeUpgrade, openBackupTarget, type UpgradeBackup } from './index.ts'
import { findUsableBackup } from './migrate.ts'

interface Upgrade extends AsyncDisposable {
  target: string
  /** Adds a migration to the files of the upgrading release. */
  addMigration(name: string): Promise<void>
  removeMigration(name: string): Promise<void>
  backUp(options?: { signal?: AbortSignal }): Promise<UpgradeBackup>
}

/** Prepares an upgrade to a release that has this release's migrations and others. */
async function openUpgrade({ databaseUrl, clickhouseUrl }: TestDeps): Promise<Upgrade> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-upgrade-'))
  const [newer, target] = [join(folder.path, 'migrations'), join(folder.path, 'backups')]
  await cp(postgresFolder, newer, { recursive: true })
  await mkdir(target)
  let seconds = 0
  return {
    target,
    addMigration: (name) => writeFile(join(newer, name), 'select;'),
    removeMigration: (name) => rm(join(newer, name)),
    backUp: (options = {}) =>
      backUpBeforeUpgrade({
        ...options,
        ...{ databaseUrl, clickhouseUrl, postgresFolder: newer, clickhouseFolder },
        target: openBackupTarget(target),
        folder: target,
        minFreeBytes: 0,
        // Each back-up is named after its second.
        clock: { now: () => new Date(Date.UTC(2026, 10, 29, 3, 0, seconds++)) },
      }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

function recordMigration({ databaseUrl }: TestDeps, name: string): Promise<unknown> {
  return withConnection(databaseUrl, (client) => client.query('insert into schema_migrations (name) values ($1)', [name]))
}

it('makes another back-up only if a row has changed since the last, which it replaces', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using upgrade = await openUpgrade(deps)
  const ctx = await aProject(deps)
  await recordClicks(deps, ctx, [{ at: Date.now() }])
  await upgrade.addMigration('9998_first.sql')

  const first = await upgrade.backUp()
  expect(first.kind).toBe('created')
  expect(await upgrade.backUp()).toEqual({ kind: 'reused', location: first.location })
  await recordClicks(deps, ctx, [{ at: Date.now() }])
  expect((await upgrade.backUp()).kind).toBe('created')
  await aUser(deps)
  const last = await upgrade.backUp()
  expect(last.kind).toBe('created')
  expect(await openBackupTarget(upgrade.target).listBackups()).toEqual([basename(last.location)])
})

it('deletes at once what a stopped or killed upgrade copied, but no back-up that is running', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using upgrade = await openUpgrade(deps)
  await aUser(deps)
  await upgrade.addMigration('9998_first.sql')
  const stop = new AbortController()
  stop.abort(new Error('Stopped'))
  await expect(upgrade.backUp({ signal: stop.signal })).rejects.toThrow('Stopped')
  expect(await readdir(upgrade.target)).toEqual(['upgrade.txt'])
  const [name = ''] = (await readFile(join(upgrade.target, 'upgrade.txt'), 'utf8')).split(' ')
  await mkdir(join(upgrade.target, name, 'postgres'), { recursive: true })

  await using session = await openMoveSession(deps.databaseUrl)
  await expect(upgrade.backUp()).rejects.toThrow('Another `linkshelf move clicks` or `linkshelf backup` runs.')
  expect(await readdir(upgrade.target)).toContain(name)
  await session[Symbol.asyncDispose]()
  const { location } = await upgrade.backUp()

  const folders = (await readdir(upgrade.target)).filter((entry) => entry.startsWith('linkshelf-'))
  expect(folders).toEqual([basename(location)])
})

it('makes no back-up of half upgraded databases, and one before the next upgrade', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using upgrade = await openUpgrade(deps)
  await aUser(deps)
  for (const name of ['9997_first.sql', '9998_second.sql']) await upgrade.addMigration(name)

  const { location } = await upgrade.backUp()
  await recordMigration(deps, '9997_first.sql')
  expect(await upgrade.backUp()).toEqual({ kind: 'continued', location })
  await aUser(deps)
  expect(await upgrade.backUp()).toEqual({ kind: 'continued', location })

  await recordMigration(deps, '9998_second.sql')
  await upgrade.addMigration('9999_third.sql')
  expect((await upgrade.backUp()).kind).toBe('created')
})

it('does not take an upgrade for interrupted if its last migration was replaced', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using upgrade = await openUpgrade(deps)
  await aUser(deps)
  for (const name of ['9997_first.sql', '9998_fails.sql']) await upgrade.addMigration(name)
  await upgrade.backUp()
  await recordMigration(deps, '9997_first.sql')

  await upgrade.removeMigration('9998_fails.sql')
  await upgrade.addMigration('9999_works.sql')

  expect((await upgrade.backUp()).kind).toBe('created')
})

it('finds the newest back-up that a release with certain migrations can use', async () => {
  await using deps = await openTestDeps({ clicks: true })
  await using upgrade = await openUpgrade(deps)
  const names = new Set([...(await listMigrations(postgresFolder)), ...(await listMigrations(clickhouseFolder))])
  const findUsable = () => findUsableBackup(deps.databaseUrl, upgrade.target, names)
  expect(await findUsable()).toBeUndefined()

  await upgrade.addMigration('9998_newer.sql')
  const { location } = await upgrade.backUp()
  await recordMigration(deps, '9998_newer.sql')
  await upgrade.addMigration('9999_newest.sql')
  expect((await upgrade.backUp()).kind).toBe('created')

  expect(await findUsable()).toBe(location)
})
