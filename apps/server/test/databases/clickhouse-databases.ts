import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { type ClickHouse, openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { parseClickHouseLogin } from '../../src/platform/clickhouse/clickhouse-addresses.ts'
import { toOnClusterClause, toOnClusterSettings } from '../../src/platform/clickhouse/clickhouse-cluster.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../src/platform/clickhouse/clickhouse-migrations.ts'

const migrations = fileURLToPath(new URL('../../clickhouse', import.meta.url))

export interface ClickHouseDatabase extends AsyncDisposable {
  /** Uses the account that runs migrations. */
  client: ClickHouse
  reader: ClickHouse
  writer: ClickHouse
  url: string
}

/**
 * Names of migrated, empty databases of this process. Emptying a used database takes a tenth of the time that migrating
 * a new one takes.
 */
const idleNames: string[] = []
let migratedTables = ''

/** Returns a migrated database without rows. Disposing of the database empties it for the next test. */
export async function takeClickHouseDatabase(): Promise<ClickHouseDatabase> {
  const name = idleNames.pop() ?? (await createMigratedDatabase())
  const url = toDatabaseUrl(name)
  const opened = openAccounts(url)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      if (await emptyDatabase(url)) idleNames.push(name)
      await opened[Symbol.asyncDispose]()
    },
  }
}

/** Connects to the database of `url` with each account. */
export function openAccounts(url: string): ClickHouseDatabase {
  const openAs = (user: string) =>
    openClickHouse(inject('isClickhouseEmbedded') ? Object.assign(new URL(url), { username: user }).href : url)
  const [client, reader, writer] = [openClickHouse(url), openAs('reader'), openAs('writer')]
  return {
    client,
    reader,
    writer,
    url,
    [Symbol.asyncDispose]: async () => void (await Promise.all([client, reader, writer].map((opened) => opened.close()))),
  }
}

/**
 * Returns the name of the table that stores the rows, with the ON CLUSTER clause if there is a cluster. Tests use it in
 * statements that a distributed table does not accept.
 */
export function toStoredTable(table: string): string {
  const cluster = inject('clickhouseCluster')
  return cluster === undefined ? table : `${table}_stored${toOnClusterClause(cluster)}`
}

/** Deletes every row of a table on every replica. */
export async function truncateTable(clickhouse: ClickHouse, table: string): Promise<void> {
  const clickhouse_settings = toOnClusterSettings(inject('clickhouseCluster'))
  await clickhouse.command({ query: `TRUNCATE TABLE ${toStoredTable(table)}`, clickhouse_settings })
}

async function createMigratedDatabase(): Promise<string> {
  const name = `${inject('clickhouseDatabasePrefix')}${randomBytes(8).toString('hex')}`
  const cluster = inject('clickhouseCluster')
  await createClickHouseDatabase(toDatabaseUrl(name), { cluster })
  await using client = toDisposable(openClickHouse(toDatabaseUrl(name)))
  await migrateClickHouse(client, migrations, { cluster })
  // Tests insert clicks with fixed dates, which would otherwise expire by the server's clock.
  await client.command({ query: `ALTER TABLE ${toStoredTable('clicks')} MODIFY TTL toDateTime(at) + INTERVAL 600 MONTH DELETE` })
  migratedTables = await selectDefinitions(client)
  return name
}

/** Deletes every row. Returns false if the test changed tables, because the database can't be reused then. */
async function emptyDatabase(url: string): Promise<boolean> {
  await using client = toDisposable(openClickHouse(url))
  if ((await selectDefinitions(client)) !== migratedTables) return false
  const names = await selectTablesWithRows(client, parseClickHouseLogin(url).database)
  const cluster = inject('clickhouseCluster')
  const clickhouse_settings = toOnClusterSettings(cluster)
  await Promise.all(
    names.map((name) => client.command({ query: `TRUNCATE TABLE ${name}${toOnClusterClause(cluster)}`, clickhouse_settings })),
  )
  return true
}

async function selectDefinitions(client: ClickHouse): Promise<string> {
  const answer = await client.query({
    query: `SELECT replaceAll(create_table_query, database, '') AS definition
      FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ definition: string }>()).map(({ definition }) => definition).join('\n')
}

/** Returns the tables that have rows on any node. */
async function selectTablesWithRows(client: ClickHouse, database: string): Promise<string[]> {
  const cluster = inject('clickhouseCluster')
  const answer = await client.query({
    query: `SELECT DISTINCT table FROM ${cluster === undefined ? 'system.parts' : `clusterAllReplicas(${cluster}, system.parts)`}
      WHERE active AND database = {database:String} AND table != 'schema_migrations'`,
    query_params: { database },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ table: string }>()).map(({ table }) => table)
}

function toDatabaseUrl(name: string): string {
  const url = new URL(inject('clickhouseServerUrl'))
  url.pathname = name
  return url.href
}

function toDisposable<T extends { close(): Promise<void> }>(client: T): T & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}
