import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { aProject } from '../../../test/builders/builders.ts'
import { truncateTable } from '../../../test/databases/clickhouse-databases.ts'
import { findNodeUrls, hasCluster } from '../../../test/databases/cluster-nodes.ts'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { recordClicks } from '../../../test/record-clicks.ts'
import { readConfig } from '../../config.ts'
import { assertDatabases } from '../../databases/database.ts'
import { deriveAccounts } from '../../databases/database-accounts.ts'
import { assertMigrationsIfReadable, clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { findResolvedLinks } from '../../links/visitors.ts'
import { openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { toOnClusterClause } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { listMigrations, readChecksums, release } from '../../platform/migration-files.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { withMigrationLock } from '../../platform/postgres/postgres-migrations.ts'
import { silentLog } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runMigrate, runRebuildRollups } from './database-commands.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const cluster = inject('clickhouseCluster')

interface EmptyDatabases extends AsyncDisposable {
  urls: { DATABASE_URL: string; CLICKHOUSE_URL: string; CLICKHOUSE_CLUSTER?: string }
  /** Runs statements as the owner of the database. Returns the rows of the last statement. */
  onPostgres(...statements: string[]): Promise<unknown[]>
  onClickHouse(...statements: string[]): Promise<void>
  /** Returns the rows of a ClickHouse query. The query runs on the node of `url`. */
  rows(statement: string, url?: string): Promise<unknown[]>
  tables(): Promise<{ postgres: unknown[]; clickhouse: unknown[] }>
}

/** Creates a database in PostgreSQL, and names a database in ClickHouse, which does not exist before it is migrated. */
async function openEmptyDatabases(): Promise<EmptyDatabases> {
  const name = `migrated_${randomBytes(8).toString('hex')}`
  const toDatabaseUrl = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const urls = {
    DATABASE_URL: toDatabaseUrl(inject('databaseServerUrl')),
    CLICKHOUSE_URL: toDatabaseUrl(inject('clickhouseServerUrl')),
    ...(cluster !== undefined && { CLICKHOUSE_CLUSTER: cluster }),
  }
  const clickhouse = openClickHouse(inject('clickhouseServerUrl'))
  await query(inject('databaseServerUrl'), `create database ${name}`)
  return {
    urls,
    onPostgres: (...statements) => query(urls.DATABASE_URL, ...statements),
    async onClickHouse(...statements) {
      for (const statement of statements) await clickhouse.command({ query: statement.replaceAll('{name}', name) })
    },
    async rows(statement, url = urls.CLICKHOUSE_URL) {
      const client = openClickHouse(url)
      try {
        return await (await client.query({ query: statement, format: 'JSONEachRow' })).json()
      } finally {
        await client.close()
      }
    },
    async tables() {
      const result = await clickhouse.query({ query: `SELECT name FROM system.tables WHERE database = '${name}'`, format: 'JSONEachRow' })
      const postgres = await query(urls.DATABASE_URL, "select tablename as name from pg_tables where schemaname = 'public'")
      return { postgres, clickhouse: await result.json() }
    },
    async [Symbol.asyncDispose]() {
      await clickhouse.command({ query: `DROP DATABASE IF EXISTS ${name}${toOnClusterClause(cluster)}` })
      await clickhouse.close()
      await query(inject('databaseServerUrl'), `drop database ${name} with (force)`)
    },
  }
}

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

it('creates the tables in two empty databases and the accounts that the configuration names, and can be repeated', async () => {
  await using databases = await openEmptyDatabases()
  const accounts = deriveAccounts(randomBytes(32), databases.urls.DATABASE_URL)
  const config = readConfig({ ...databases.urls, DATABASE_EDGE_URL: accounts.edge })
  await runMigrate(config)
  await runMigrate(config)

  await using cleaning = new AsyncDisposableStack()
  const clickhouse = cleaning.adopt(openClickHouse(databases.urls.CLICKHOUSE_URL), (client) => client.close())
  const db = cleaning.adopt(openPostgres(accounts.edge, { size: 1 }), (opened) => opened.destroy())
  expect(await findResolvedLinks(db, ['lamp'])).toEqual(new Map())
  const answer = await clickhouse.query({ query: 'SELECT toUInt32(count()) AS clicks FROM clicks', format: 'JSONEachRow' })
  expect(await answer.json()).toEqual([{ clicks: 0 }])
})

it('waits until no other process migrates ClickHouse', async () => {
  await using databases = await openEmptyDatabases()
  const config = readConfig(databases.urls)
  const lock = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const other = withMigrationLock(
    databases.urls.DATABASE_URL,
    () => {
      isLocked.resolve()
      return lock.promise
    },
    'clickhouse',
  )
  await isLocked.promise

  const migrated = runMigrate(config)
  // The other session is idle after it got the lock. The waiting session asks for the lock again and again.
  const asking = "select from pg_stat_activity where datname = current_database() and query like 'select pg_try_advisory_lock%'"
  await expect.poll(() => databases.onPostgres(asking)).toHaveLength(2)
  expect((await databases.tables()).clickhouse).toEqual([])

  lock.resolve()
  await Promise.all([other, migrated])
  expect((await databases.tables()).clickhouse).toContainEqual({ name: 'clicks' })
})

it.skipIf(cluster === undefined)(
  'changes neither database while a node of the cluster does not answer, unless there is nothing to migrate',
  async ({ skip }) => {
    await using databases = await openEmptyDatabases()
    // The cluster `unreachable` is defined by the servers of the tests. It has the nodes of their cluster, and one more
    // node that is never started.
    const config = readConfig({ ...databases.urls, CLICKHOUSE_CLUSTER: 'unreachable' })
    await using deps = await openTestDeps({ clicks: true })
    if (!(await hasCluster(deps.clickhouse, 'unreachable'))) skip()

    await expect(runMigrate(config)).rejects.toThrow(
      /^No answer from 127\.0\.0\.1:9 of the ClickHouse cluster "unreachable": .*; nothing was changed\.$/,
    )
    expect(await databases.tables()).toEqual({ postgres: [], clickhouse: [] })

    await runMigrate(readConfig(databases.urls))
    await runMigrate(config)
  },
)

it.skipIf(cluster === undefined)('migrates a whole cluster after a kill, by two processes at once through different nodes', async () => {
  await using databases = await openEmptyDatabases()
  const list = 'SELECT name FROM schema_migrations ORDER BY name'
  const child = spawn(process.execPath, [main, 'migrate'], { env: { ...process.env, ...databases.urls }, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await expect.poll(() => databases.rows(list).catch(() => [])).not.toEqual([])
  child.kill('SIGKILL')
  await ended

  const nodeUrls = await findNodeUrls(databases.urls.CLICKHOUSE_URL)
  await Promise.all(nodeUrls.slice(-2).map((CLICKHOUSE_URL) => runMigrate(readConfig({ ...databases.urls, CLICKHOUSE_URL }))))
  const files = (await listMigrations(clickhouseFolder)).map((name) => ({ name }))
  for (const url of nodeUrls) await expect.poll(() => databases.rows(list, url)).toEqual(files)
  const tables = await Promise.all(
    nodeUrls.map((url) => databases.rows('SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name', url)),
  )
  expect(tables).toEqual(nodeUrls.map(() => tables[0]))
})

const list = 'create table schema_migrations (name text primary key)'
const onlyList = [{ name: 'schema_migrations' }]
const clickhouseList = [
  'CREATE DATABASE {name}',
  'CREATE TABLE {name}.schema_migrations (name String) ENGINE = MergeTree ORDER BY name',
] as const

it('changes neither database when PostgreSQL has a migration of a newer release', async () => {
  await using databases = await openEmptyDatabases()
  await databases.onPostgres(list, "insert into schema_migrations values ('9998_later.sql'), ('9999_latest.sql')")

  await expect(runMigrate(readConfig(databases.urls))).rejects.toEqual(
    new StartError(
      `Linkshelf ${release} lacks 9998_later.sql and 1 more of PostgreSQL, which a newer release applied: install the newer release again, or restore the back-ups from before it; nothing was changed.`,
    ),
  )
  expect(await databases.tables()).toEqual({ postgres: onlyList, clickhouse: [] })
})

it('changes neither database when ClickHouse has a migration of a newer release', async () => {
  await using databases = await openEmptyDatabases()
  await databases.onClickHouse(...clickhouseList, "INSERT INTO {name}.schema_migrations VALUES ('9999_later.sql')")

  await expect(runMigrate(readConfig(databases.urls))).rejects.toThrow(`Linkshelf ${release} lacks 9999_later.sql of ClickHouse,`)
  expect(await databases.tables()).toEqual({ postgres: [], clickhouse: onlyList })
})

it("changes neither database when one of them can't be used", async () => {
  await using databases = await openEmptyDatabases()

  await expect(runMigrate(readConfig({ ...databases.urls, CLICKHOUSE_URL: 'http://127.0.0.1:9/none' }))).rejects.toThrow('CLICKHOUSE_URL')
  expect(await databases.tables()).toEqual({ postgres: [], clickhouse: [] })
})

it('accepts databases whose newer migrations are all marked as harmless to this release', async () => {
  await using databases = await openEmptyDatabases()
  await databases.onPostgres(
    list,
    'alter table schema_migrations add column harmless_to text',
    `insert into schema_migrations values ('9999_later.sql', '${release}')`,
  )
  await databases.onClickHouse(
    ...clickhouseList,
    'ALTER TABLE {name}.schema_migrations ADD COLUMN harmless_to String',
    `INSERT INTO {name}.schema_migrations VALUES ('9999_later.sql', '${release}')`,
  )

  const { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl } = databases.urls
  await expect(assertDatabases({ databaseUrl, clickhouseUrl })).resolves.toBeUndefined()
})

it('records the checksums of migrations that an earlier release applied, and rejects a file whose statements have changed since', async () => {
  await using databases = await openEmptyDatabases()
  const config = readConfig(databases.urls)
  const selectChecksums = async () => ({
    postgres: await databases.onPostgres('select name, checksum from schema_migrations order by name'),
    clickhouse: await databases.rows('SELECT name, checksum FROM schema_migrations ORDER BY name'),
  })
  const readAll = async (folder: string) => [...(await readChecksums(folder))].map(([name, checksum]) => ({ name, checksum }))
  const recorded = { postgres: await readAll(postgresFolder), clickhouse: await readAll(clickhouseFolder) }
  await runMigrate(config)
  expect(await selectChecksums()).toEqual(recorded)

  await databases.onPostgres('alter table schema_migrations drop column checksum')
  await databases.onClickHouse('ALTER TABLE {name}.schema_migrations DROP COLUMN checksum')
  await runMigrate(config)
  expect(await selectChecksums()).toEqual(recorded)

  const urls = { databaseUrl: databases.urls.DATABASE_URL, clickhouseUrl: databases.urls.CLICKHOUSE_URL }
  await assertMigrationsIfReadable(urls)
  await databases.onPostgres("update schema_migrations set checksum = 'other' where name = '0002_links.sql'")
  await databases.onClickHouse(
    "ALTER TABLE {name}.schema_migrations UPDATE checksum = 'other' WHERE name < '0003' SETTINGS mutations_sync = 2",
  )
  const error = new StartError(
    `The statements of 0002_links.sql of PostgreSQL and 0001_clicks.sql and 1 more of ClickHouse were changed after they were applied: restore the unchanged files of Linkshelf ${release}, for example by installing it again; nothing was changed.`,
  )
  await expect(runMigrate(config)).rejects.toEqual(error)
  await expect(assertMigrationsIfReadable(urls)).rejects.toEqual(error)
})

const dayMs = 86_400_000

it('rebuilds the rollups of CLICKHOUSE_URL and prints how many rows were wrong', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  // The clicks are two days old, since a day is rolled up an hour after its end.
  await recordClicks(deps, ctx, [{ at: Date.now() - 2 * dayMs }])
  await truncateTable(deps.clickhouse, 'project_clicks')
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const config = readConfig({ CLICKHOUSE_URL: deps.clickhouseUrl })
  try {
    await runRebuildRollups(config, silentLog)
    await runRebuildRollups(config, silentLog)
    expect(output.mock.calls.flat()).toEqual([
      'Rollup rows corrected: 1. Days rolled up: 1.\n',
      'Rollup rows corrected: 0. Days rolled up: 1.\n',
    ])
  } finally {
    output.mockRestore()
  }
})

it('says what to do if no ClickHouse is configured', async () => {
  const config = readConfig({ LINKSHELF_DATA: join(tmpdir(), 'linkshelf-missing') })
  await expect(runRebuildRollups(config, silentLog)).rejects.toThrow('Set it, or start Linkshelf first')
})
