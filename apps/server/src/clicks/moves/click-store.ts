// A ClickHouse database that clicks move from or to.
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { quoteName } from '../../platform/clickhouse/clickhouse-accounts.ts'
import { parseClickHouseLogin, redactPasswords, replaceLogin } from '../../platform/clickhouse/clickhouse-addresses.ts'
import { findClusterOfTable, toOnClusterClause, toOnClusterSettings } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { clickTables, earlierClickTables } from '../click-tables.ts'

/** Must exceed the time that a statement on the largest month takes. */
const requestTimeoutMs = 6 * 3_600_000

export interface ClickStore extends AsyncDisposable {
  /** Identifies the store. Undefined before its first migration. */
  name: string | undefined
  /** The URLs of the nodes, without user and password. */
  address: string
  client: ClickHouse
  /** The name of the database in backquotes. */
  database: string
  cluster: string | undefined
  /** Returns the table that stores the rows: on a cluster, for example, `clicks_stored`. */
  toStoredName(table: string): string
  /** Runs a statement on every node. `beginning` is the text before the ON CLUSTER clause, `rest` the text after it. */
  commandOnAll(beginning: string, rest?: string, settings?: Record<string, number>): Promise<void>
  select<Row>(query: string, params?: Record<string, unknown>): Promise<Row[]>
}

/** Opens a store. `url` must sign in as the account that migrates. */
export async function openClickStore(url: string): Promise<ClickStore> {
  await using resources = new AsyncDisposableStack()
  const client = resources.adopt(openClickHouse(url, { requestTimeoutMs }), (opened) => opened.close())
  const cluster = await findClusterOfTable(client, 'clicks')
  const name = await findStoreName(client)
  const opened = resources.move()
  return {
    name,
    address: redactPasswords(replaceLogin(url, { username: '', password: '' })),
    client,
    database: quoteName(parseClickHouseLogin(url).database),
    cluster,
    toStoredName: (table) => (cluster === undefined ? table : `${table}_stored`),
    async commandOnAll(beginning, rest = '', settings = {}) {
      const clickhouse_settings = { ...toOnClusterSettings(cluster), ...settings }
      await client.command({ query: `${beginning}${toOnClusterClause(cluster)} ${rest}`, clickhouse_settings })
    },
    async select<Row>(query: string, query_params: Record<string, unknown> = {}) {
      return (await client.query({ query, query_params, format: 'JSONEachRow' })).json<Row>()
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/**
 * Returns the time of the first migration as the name of the store: no other store has this time, every node stores it,
 * and a restored back-up has it too. Undefined if the database was never migrated.
 */
export async function findStoreName(client: ClickHouse): Promise<string | undefined> {
  const tables = await client.query({
    query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'",
    format: 'JSONEachRow',
  })
  if ((await tables.json()).length === 0) return undefined
  const result = await client.query({
    query: 'SELECT toString(min(applied_at)) AS name FROM schema_migrations HAVING count() > 0',
    format: 'JSONEachRow',
  })
  return (await result.json<{ name: string }>())[0]?.name
}

/** A part of a table that ClickHouse stores and replaces as a unit: a month, a year or all rows. */
export interface Partition {
  table: string
  /** `yyyymm`, `yyyy` or `all`. */
  id: string
  /** Changes whenever a row changes. A merge may change it too, although the rows stay equal. */
  revision: string
}

/**
 * Returns the tables of the store that have clicks, page views or their rollups. If the store has the schema of an
 * earlier release, they are that release's tables. Ignores tables that the product did not create.
 */
export async function selectStoredTables(store: ClickStore): Promise<string[]> {
  const tables = await store.select<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
  )
  const stored = new Set(tables.map(({ name }) => name))
  return [...clickTables, ...earlierClickTables].filter((table) => stored.has(store.toStoredName(table)))
}

/**
 * Selects the partitions that have rows on at least one node. Throws if a node of the cluster does not answer: when
 * the node is back, it may have rows that were deleted on the other replica during its absence.
 */
export async function selectPartitions(store: ClickStore, names: readonly string[] = clickTables): Promise<Partition[]> {
  const parts = store.cluster === undefined ? 'system.parts' : `clusterAllReplicas(${store.cluster}, system.parts)`
  const shard = store.cluster === undefined ? '0' : '_shard_num'
  const rows = await store.select<{ stored: string; id: string; revision: string }>(
    `SELECT table AS stored, partition_id AS id, toString(cityHash64(arraySort(groupArray((toUInt32(${shard}), name, hash_of_all_files))))) AS revision
     FROM ${parts} WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} GROUP BY stored, id`,
    { tables: names.map(store.toStoredName) },
  )
  return names.flatMap((table) =>
    rows.filter(({ stored }) => stored === store.toStoredName(table)).map(({ id, revision }) => ({ table, id, revision })),
  )
}
