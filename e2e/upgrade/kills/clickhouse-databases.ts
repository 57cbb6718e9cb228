// Every statement that copies, describes and drops a whole ClickHouse database, to compare two databases.
import { type ClickHouse, openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'

export interface ClickHouseServer extends AsyncDisposable {
  client: ClickHouse
  toUrl(database: string): string
  select<Row>(query: string): Promise<Row[]>
}

/** Opens a connection to a server. The names of databases must need no quotes. */
export function openClickHouseServer(url: string): ClickHouseServer {
  const client = openClickHouse(url)
  return {
    client,
    toUrl: (database) => replaceLogin(url, { database }),
    select: async <Row>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>(),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Creates a database with the tables and rows of another database. Copies no files: both link to the same files. */
export async function copyClickHouseDatabase(server: ClickHouseServer, from: string, to: string): Promise<void> {
  const command = (query: string) => server.client.command({ query })
  await command(`CREATE DATABASE ${to}`)
  const tables = await server.select<{ name: string; definition: string; isView: boolean }>(
    `SELECT name, create_table_query AS definition, engine = 'MaterializedView' AS isView FROM system.tables
     WHERE database = '${from}' ORDER BY isView, name`,
  )
  for (const { definition } of tables) await command(definition.replaceAll(`${from}.`, `${to}.`))
  const parts = await server.select<{ table: string; partition: string }>(
    `SELECT DISTINCT table, partition_id AS partition FROM system.parts WHERE active AND database = '${from}' ORDER BY table, partition`,
  )
  for (const { table, partition } of parts)
    await command(`ALTER TABLE ${to}.${table} ATTACH PARTITION ID '${partition}' FROM ${from}.${table}`)
  // The rows of fixtures get older over time, and must not be deleted when they expire by the server's clock.
  for (const { name, definition } of tables) if (/\bTTL\b/.test(definition)) await command(`SYSTEM STOP TTL MERGES ${to}.${name}`)
}

export async function dropClickHouseDatabase({ client }: ClickHouseServer, name: string): Promise<void> {
  await client.command({ query: `DROP DATABASE IF EXISTS ${name} SYNC` })
}

/**
 * Returns the definition of each table and a hash of its rows as lines. Rows that a later merge replaces or sums are
 * compared as after the merge.
 */
export async function describeClickHouseDatabase(server: ClickHouseServer, database: string): Promise<string> {
  const tables = await server.select<{ name: string; definition: string; engine: string }>(
    `SELECT name, engine, replaceAll(create_table_query, '${database}.', '') AS definition FROM system.tables
     WHERE database = '${database}' ORDER BY name`,
  )
  const lines: string[] = []
  for (const { name, definition, engine } of tables) {
    lines.push(`definition of ${name}: ${definition.replaceAll('\n', ' ')}`)
    if (!engine.endsWith('MergeTree')) continue
    const [rows] = await server.select<{ rows: string; hash: string }>(
      `SELECT toString(count()) AS rows, toString(sum(cityHash64(${await listExpressions(server, database, name)}))) AS hash
       FROM ${database}.${name} ${engine === 'MergeTree' ? '' : 'FINAL'}`,
    )
    lines.push(`rows of ${name}: ${rows?.rows} ${rows?.hash}`)
  }
  return lines.join('\n')
}

/** Returns an expression for each column whose values are equal in every run of a migration. */
async function listExpressions(server: ClickHouseServer, database: string, table: string): Promise<string> {
  const columns = await server.select<{ name: string; type: string }>(
    `SELECT name, type FROM system.columns WHERE database = '${database}' AND table = '${table}' ORDER BY position`,
  )
  return columns
    .filter(({ name }) => !['applied_at', 'failed_at'].includes(name))
    .map(({ name, type }) => (type.startsWith('AggregateFunction') ? `finalizeAggregation(${name})` : name))
    .join(', ')
}
