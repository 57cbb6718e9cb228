import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'
import {
  type AppliedMigration,
  listMigrations,
  type MigrationFile,
  readChecksums,
  readMigration,
  stripLeadingComments,
} from '../migration-files.ts'
import { type ClickHouse, openClickHouse } from './clickhouse.ts'
import { parseClickHouseLogin, replaceLogin } from './clickhouse-addresses.ts'
import {
  answeringNodes,
  fillClusterPlaceholders,
  insertSelectOnOneNode,
  toOnClusterClause,
  toOnClusterSettings,
} from './clickhouse-cluster.ts'
import { splitStatements } from './split-statements.ts'

/** Marks the statements of migrations in `system.processes`. */
const statementComment = 'linkshelf migrate'

export interface ClickHouseMigrationOptions {
  /**
   * The name of a cluster of the server. Tables become replicated tables with distributed tables in front of them. If
   * undefined, tables are plain tables on one node.
   */
  cluster?: string
}

/**
 * Creates the database of `url` if it does not exist. If the database was migrated before, sends no statement that
 * waits for every node of the cluster, so one of the nodes may be down.
 */
export async function createClickHouseDatabase(url: string, { cluster }: ClickHouseMigrationOptions = {}): Promise<void> {
  const { database } = parseClickHouseLogin(url)
  if (database === 'default') return
  const client = openClickHouse(replaceLogin(url, { database: 'default' }))
  try {
    if ((await selectMigrationColumns(client, database)).has('name')) return
    await client.command({
      query: `CREATE DATABASE IF NOT EXISTS {database:Identifier}${toOnClusterClause(cluster)}`,
      query_params: { database },
      clickhouse_settings: toOnClusterSettings(cluster),
    })
  } finally {
    await client.close()
  }
}

/**
 * Returns whether `migrateClickHouse` would apply a file to the database of `url`, or add a checksum. Writes nothing.
 */
export async function hasPendingMigrations(url: string, folder: string, { cluster }: ClickHouseMigrationOptions = {}): Promise<boolean> {
  const server = openClickHouse(replaceLogin(url, { database: 'default' }))
  const client = openClickHouse(url)
  try {
    const columns = await selectMigrationColumns(server, parseClickHouseLogin(url).database)
    if (!columns.has('name') || !columns.has('checksum')) return true
    if ((await selectUnchecked(client, await readChecksums(folder))).length > 0) return true
    const applied = await selectApplied(client, cluster)
    return (await listMigrations(folder)).some((name) => !applied.has(name))
  } finally {
    await Promise.all([server.close(), client.close()])
  }
}

/**
 * Applies every numbered `.sql` file of the folder that is not applied yet, in order. ClickHouse has no transactions
 * over several tables, so an interrupted file runs again from its first statement. Each statement must have the same
 * result when it is repeated. A file with a statement that can't be repeated is rejected before any of its statements
 * runs. Several processes can run this at once. If `names` is given, only these files are applied.
 */
export async function migrateClickHouse(
  client: ClickHouse,
  folder: string,
  { cluster, names }: ClickHouseMigrationOptions & { names?: readonly string[] } = {},
): Promise<void> {
  const clickhouse_settings = { ...toOnClusterSettings(cluster), ...insertSelectOnOneNode, log_comment: statementComment }
  if (!(await selectMigrationColumns(client)).has('name'))
    await client.command({ query: toMigrationsTableSql(cluster), clickhouse_settings })
  // A column is missing if an earlier release created the table. The statement is sent only if the column is missing,
  // because on a cluster the statement fails if the keeper is down.
  const columns = await selectMigrationColumns(client)
  for (const column of ['harmless_to', 'checksum'].filter((name) => !columns.has(name)))
    await client.command({ query: `ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS ${column} String`, clickhouse_settings })
  await addChecksums(client, await readChecksums(folder), clickhouse_settings)
  const applied = await selectApplied(client, cluster)
  for (const name of names ?? (await listMigrations(folder))) {
    // The list is read again, because another process may have applied this file since the first read, and a later file
    // may have dropped what this file creates.
    if (applied.has(name) || (await selectApplied(client, cluster)).has(name)) continue
    const file = await readMigration(folder, name)
    await applyMigration(client, { ...file, sql: fillClusterPlaceholders(file.sql, cluster) }, { cluster, clickhouse_settings })
  }
}

/**
 * Returns the migrations that any release applied to the database of `url`. Empty if it was never migrated. Writes
 * nothing.
 */
export async function findAppliedMigrations(url: string): Promise<AppliedMigration[]> {
  const client = openClickHouse(url)
  try {
    const query = 'SELECT * FROM schema_migrations ORDER BY name'
    const result = await client.query({ query, format: 'JSONEachRow', abort_signal: AbortSignal.timeout(5_000) })
    return await result.json<AppliedMigration>()
  } catch (error) {
    if (error instanceof ClickHouseError && ['UNKNOWN_DATABASE', 'UNKNOWN_TABLE'].includes(error.type ?? '')) return []
    throw error
  } finally {
    await client.close()
  }
}

/**
 * Returns the statement that creates `schema_migrations`. On a cluster, every node of every shard stores the list of
 * applied files, so any node can be queried for the list.
 */
function toMigrationsTableSql(cluster: string | undefined): string {
  const engine = cluster === undefined ? 'MergeTree' : "ReplicatedMergeTree('/clickhouse/tables/{uuid}/migrations', '{shard}_{replica}')"
  const columns = "name String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3), harmless_to String, checksum String"
  return `CREATE TABLE IF NOT EXISTS schema_migrations${toOnClusterClause(cluster)} (${columns})
    ENGINE = ${engine} ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`
}

/**
 * Returns the columns of this node's `schema_migrations`, or an empty set if the table does not exist. If `database` is
 * omitted, reads the client's own database.
 */
async function selectMigrationColumns(client: ClickHouse, database?: string): Promise<Set<string>> {
  const inDatabase = database === undefined ? 'currentDatabase()' : '{database:String}'
  const result = await client.query({
    query: `SELECT name FROM system.columns WHERE database = ${inDatabase} AND table = 'schema_migrations'`,
    query_params: database === undefined ? {} : { database },
    format: 'JSONEachRow',
  })
  return new Set((await result.json<{ name: string }>()).map((row) => row.name))
}

/**
 * Returns the names of the applied files. The list of one node may lag, but the answering nodes together know every
 * applied file.
 */
async function selectApplied(client: ClickHouse, cluster: string | undefined): Promise<Set<string>> {
  const lists = cluster === undefined ? 'schema_migrations' : `clusterAllReplicas(${cluster}, currentDatabase(), schema_migrations)`
  const result = await client.query({
    query: `SELECT DISTINCT name FROM ${lists}`,
    clickhouse_settings: answeringNodes,
    format: 'JSONEachRow',
  })
  return new Set((await result.json<{ name: string }>()).map((row) => row.name))
}

/** Records the checksums of files that a release without checksums applied. */
async function addChecksums(
  client: ClickHouse,
  checksums: ReadonlyMap<string, string>,
  clickhouse_settings: ClickHouseSettings,
): Promise<void> {
  const unchecked = await selectUnchecked(client, checksums)
  if (unchecked.length === 0) return
  await client.command({
    query: `ALTER TABLE schema_migrations UPDATE checksum = transform(name, {names: Array(String)}, {checksums: Array(String)}, '')
      WHERE checksum = '' AND name IN {names: Array(String)}`,
    query_params: { names: unchecked, checksums: unchecked.map((name) => checksums.get(name)) },
    clickhouse_settings: { ...clickhouse_settings, mutations_sync: '2' },
  })
}

/** Returns the names of applied files that have a checksum in this release, but none in this node's list. */
async function selectUnchecked(client: ClickHouse, checksums: ReadonlyMap<string, string>): Promise<string[]> {
  const query = "SELECT DISTINCT name FROM schema_migrations WHERE checksum = '' ORDER BY name"
  const result = await client.query({ query, format: 'JSONEachRow' })
  return (await result.json<{ name: string }>()).map(({ name }) => name).filter((name) => checksums.has(name))
}

async function applyMigration(
  client: ClickHouse,
  { name, sql, harmlessTo, checksum }: MigrationFile,
  { cluster, clickhouse_settings }: ClickHouseMigrationOptions & { clickhouse_settings: ClickHouseSettings },
): Promise<void> {
  const statements = splitStatements(sql)
  const unrepeatable = statements.find((statement) => !isRepeatable(statement))
  if (unrepeatable !== undefined) throw new Error(`Migration ${name} has a statement that can't be repeated: ${unrepeatable.slice(0, 80)}`)
  for (const query of statements) {
    try {
      if (isInsert(query)) await waitForInserts(client, cluster)
      await client.command({ query, clickhouse_settings })
    } catch (cause) {
      // Another process may have applied this file first, and then renamed or dropped the tables that the file changes.
      if ((await selectApplied(client, cluster)).has(name)) return
      throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
    }
  }
  const values = [{ name, harmless_to: harmlessTo ?? '', checksum }]
  await client.insert({ table: 'schema_migrations', values, columns: ['name', 'harmless_to', 'checksum'], format: 'JSONEachRow' })
}

/**
 * Waits until no INSERT of a migration is running. ClickHouse completes an INSERT even if the process that sent it was
 * killed. If the INSERT ran again before these rows are visible, it would store them twice.
 */
async function waitForInserts(client: ClickHouse, cluster: string | undefined): Promise<void> {
  const processes = cluster === undefined ? 'system.processes' : `clusterAllReplicas(${cluster}, system.processes)`
  const query = `SELECT query_id FROM ${processes} WHERE query_kind = 'Insert' AND Settings['log_comment'] = '${statementComment}'`
  while ((await (await client.query({ query, format: 'JSONEachRow' })).json()).length > 0) await sleep(100)
}

function isInsert(statement: string): boolean {
  return /^insert\b/i.test(stripLeadingComments(statement))
}

/**
 * Returns whether the statement has the same result when it is repeated. An INSERT must exclude, in its HAVING clause,
 * the groups that it has written already.
 */
function isRepeatable(statement: string): boolean {
  const code = stripLeadingComments(statement)
  if (/^create\b/i.test(code)) return /^create\s+(or\s+replace\b|(\w+\s+)+if\s+not\s+exists\b)/i.test(code)
  if (/^drop\b/i.test(code)) return /^drop\s+(\w+\s+)+if\s+exists\b/i.test(code)
  if (/^rename\b/i.test(code)) return /^rename\s+table\s+if\s+exists\b/i.test(code)
  if (/^alter\s+table\b/i.test(code)) return /\b(if\s+(not\s+)?exists|modify|materialize)\b/i.test(code)
  if (/^insert\b/i.test(code)) return /\bhaving\s+countIf\([^()]+\)\s*=\s*0$/i.test(code)
  return /^delete\s+from\b/i.test(code)
}
