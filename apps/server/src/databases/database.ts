import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { setClickRetention } from '../analytics/migrate.ts'
import { assertRestoreEnded, isDatabasePaused, pausedRetentionMonths, pruneTables } from '../backups/migrate.ts'
import type { Config } from '../config.ts'
import { assertCluster } from '../platform/clickhouse/assert-cluster.ts'
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { redactPasswords, replaceLogin } from '../platform/clickhouse/clickhouse-addresses.ts'
import { createClickHouseDatabase, hasPendingMigrations, migrateClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import { createAccounts } from '../platform/postgres/postgres-accounts.ts'
import { migratePostgres, withMigrationLock } from '../platform/postgres/postgres-migrations.ts'
import { StartError } from '../platform/process/start-error.ts'
import { namePages } from '../stores/migrate.ts'
import { type DatabaseAccounts, toPostgresAccounts } from './database-accounts.ts'
import { assertMigrations, clickhouseFolder, type MigratedDatabases, postgresFolder } from './newer-databases.ts'

/**
 * Throws a StartError if a database can't be used, a newer release migrated it, the statements of an applied migration
 * have changed, or a restore into it did not end. Writes nothing. It runs before either database is prepared, so that
 * neither is changed if the other is rejected. The URLs must name the accounts that migrate.
 */
export async function assertDatabases(databases: MigratedDatabases, { clickhouseCluster, backups }: Partial<Config> = {}): Promise<void> {
  await Promise.all([assertPostgres(databases.databaseUrl), assertClickHouse(databases.clickhouseUrl, clickhouseCluster)])
  await assertMigrations(databases, backups?.target)
  await assertRestoreEnded(databases.databaseUrl)
}

/**
 * Migrates the product's tables and the job queue's own schema, creates the given accounts of processes, and creates
 * missing page slugs from the names of the pages. It can run at every start, and in several processes at once.
 * `databaseUrl` must name the account that owns the database.
 */
export async function prepareDatabase(databaseUrl: string, accounts: Partial<DatabaseAccounts>): Promise<void> {
  await migratePostgres(databaseUrl, postgresFolder)
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => undefined) })
  await withMigrationLock(databaseUrl, async (owner) => {
    await owner.query(queueRights)
    await createAccounts(owner, toPostgresAccounts(accounts))
    await namePages(owner)
    // A fleet may have no other process that deletes old rows of the lists.
    if (!(await isDatabasePaused(owner))) await pruneTables(owner)
  })
}

/**
 * Creates the database of the URL, migrates its tables and sets how long clicks are stored. Holds a lock in PostgreSQL,
 * because ClickHouse has no locks: two processes that copy rows at once would write them twice.
 */
export async function prepareClickHouse(
  { clickhouseUrl, databaseUrl }: MigratedDatabases,
  config: Pick<Config, 'clickhouseCluster' | 'clickRetentionMonths'>,
): Promise<void> {
  const onCluster = { cluster: config.clickhouseCluster }
  const client = openClickHouse(clickhouseUrl)
  const prepare = async (owner: pg.Client) => {
    const months = (await isDatabasePaused(owner)) ? pausedRetentionMonths : config.clickRetentionMonths
    await createClickHouseDatabase(clickhouseUrl, onCluster)
    await migrateClickHouse(client, clickhouseFolder, onCluster)
    await setClickRetention({ clickhouse: client }, months, onCluster)
  }
  try {
    await withMigrationLock(databaseUrl, prepare, 'clickhouse')
  } finally {
    await client.close()
  }
}

/**
 * Throws a StartError if ClickHouse can't be used. Queries the version, because another web server might answer a ping.
 * The database of the URL may not exist yet. A node of a cluster may be down if there is nothing to migrate.
 */
export async function assertClickHouse(clickhouseUrl: string, cluster: string | undefined, setting = 'CLICKHOUSE_URL'): Promise<void> {
  const client = openClickHouse(replaceLogin(clickhouseUrl, { database: 'default' }))
  try {
    const result = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
    if ((await result.json<{ version: string }>())[0]?.version === undefined) throw new Error('it is not ClickHouse')
    if (cluster !== undefined && (await hasPendingMigrations(clickhouseUrl, clickhouseFolder, { cluster })))
      await assertCluster(client, cluster)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new StartError(`ClickHouse at ${redactPasswords(clickhouseUrl)} can't be used: ${reason}. Check ${setting}.`, { cause })
  } finally {
    await client.close()
  }
}

async function assertPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // A lost connection rejects the query too, so its `error` event is ignored.
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    const version = rows[0]?.version ?? 0
    if (version < 160_000)
      throw new StartError(`PostgreSQL 16 or newer is needed; the server of DATABASE_URL is ${Math.floor(version / 10_000)}.`)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause)
    throw new StartError(`PostgreSQL at ${redactPassword(databaseUrl)} can't be used: ${reason}. Check DATABASE_URL.`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function redactPassword(text: string): string {
  const url = new URL(text)
  url.password = ''
  url.search = ''
  return url.href
}

/**
 * Lets `linkshelf_jobs` work in the queue's schema, which belongs to the account that migrates. If `linkshelf_jobs`
 * owned the schema, a process could add triggers that run with the rights of the account that adds a job. The queue's
 * own migrations add tables, so these statements run after them. Each statement can be repeated.
 */
const queueRights = `
do $$
declare queue_table regclass;
begin
  for queue_table in
    select oid from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'for_jobs')
  loop
    execute format('create policy for_jobs on %s to linkshelf_jobs using (true) with check (true)', queue_table);
    execute format('grant select, insert, update, delete on %s to linkshelf_jobs', queue_table);
  end loop;
end $$;
grant usage on schema graphile_worker to linkshelf_jobs;
grant usage on all sequences in schema graphile_worker to linkshelf_jobs;
grant select on graphile_worker.jobs, graphile_worker.migrations to linkshelf_jobs;
`
