// Compares the databases of the nodes of a cluster: table definitions, applied migrations and rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { selectReplicaRows, selectRows } from './earlier-rows.ts'

/** Must exceed the time that replicas need to copy all rows. */
const settledMs = 30_000

/** Runs a query on each node that responds. Returns the rows as text, by node. */
async function selectOnEach(urls: readonly string[], query: string, query_params: Record<string, unknown>): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [nth, url] of urls.entries()) {
    const client = openClickHouse(toDatabaseUrl(url, 'default'))
    try {
      const result = await client.query({ query, query_params, format: 'JSONEachRow' })
      found.set(`node ${nth + 1}`, await result.text())
    } catch (error) {
      if (!String(error).includes('ECONNREFUSED')) throw error
    } finally {
      await client.close()
    }
  }
  return found
}

/**
 * Returns the definitions of all tables and the applied migrations, by node. The definitions do not contain the name of
 * the database, so that two databases can be compared.
 */
export async function selectTables(urls: readonly string[], database: string): Promise<Map<string, string>> {
  const definition = "replaceAll(replaceRegexpOne(create_table_query, ' UUID \\'[^\\']*\\'', ''), {database:String}, 'd')"
  const query = `SELECT name, ${definition} AS definition FROM system.tables WHERE database = {database:String} ORDER BY name`
  const list = `SELECT name FROM \`${database}\`.schema_migrations ORDER BY name`
  const tables = await selectOnEach(urls, query, { database })
  const hasList = [...tables.values()].every((text) => text.includes('"schema_migrations"'))
  const lists = hasList ? await selectOnEach(urls, list, {}) : new Map<string, string>()
  return new Map([...tables].map(([node, text]) => [node, text + (lists.get(node) ?? '')]))
}

export function selectChanges(urls: readonly string[], database: string): Promise<Map<string, string>> {
  const query = 'SELECT name, uuid, metadata_modification_time FROM system.tables WHERE database = {database:String} ORDER BY name'
  return selectOnEach(urls, query, { database })
}

/** Returns the replicated tables that are read-only, by node. Empty if all replicas accept writes. */
export async function selectReadOnly(urls: readonly string[]): Promise<Map<string, string>> {
  const found = await selectOnEach(urls, 'SELECT database, table FROM system.replicas WHERE is_readonly', {})
  return new Map([...found].filter(([, rows]) => rows !== ''))
}

function toDatabaseUrl(url: string, database: string): string {
  return replaceLogin(url, { database })
}

/**
 * Expects that queries through each node return the rows of the single server's database (`<database>_alone`), and that
 * all replicas of a shard have equal rows.
 */
export async function expectRows(urls: readonly string[], { replicas }: { replicas: number }, database: string): Promise<void> {
  const [first = ''] = urls
  const expected = await selectRows(toDatabaseUrl(first, `${database}_alone`))
  for (const [table, rows] of Object.entries(expected)) if (rows.length === 0) throw new Error(`The table ${table} is empty`)
  for (const url of urls) expectEqual(`the rows through ${new URL(url).host}`, await selectRows(toDatabaseUrl(url, database)), expected)
  for (const [nth, url] of urls.entries()) {
    const firstReplica = urls[nth - (nth % replicas)] ?? ''
    const ofFirst = await selectReplicaRows(toDatabaseUrl(firstReplica, database))
    await expectSettled(`the rows of node ${nth + 1}`, () => selectReplicaRows(toDatabaseUrl(url, database)), ofFirst)
  }
}

export async function expectSettled(what: string, select: () => Promise<unknown>, expected: unknown): Promise<void> {
  for (const deadline = performance.now() + settledMs; ; ) {
    const found = await select()
    if (isDeepStrictEqual(toPlainValue(found), toPlainValue(expected))) return
    if (performance.now() > deadline) expectEqual(what, found, expected)
    await sleep(100)
  }
}

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(toPlainValue(found), toPlainValue(expected))) return
  const [left, right] = [
    JSON.stringify(toPlainValue(found), null, 1).split('\n'),
    JSON.stringify(toPlainValue(expected), null, 1).split('\n'),
  ]
  const nth = left.findIndex((line, index) => line !== right[index])
  throw new Error(`Not equal, ${what}: ${left[nth]?.slice(0, 600)}\n  instead of ${right[nth]?.slice(0, 600)}`)
}

function toPlainValue(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value
}
