// Copies a partition in chunks to a staging table, which no materialized view reads. REPLACE PARTITION then puts the
// copy in place of the target's partition, atomically on each shard. So a copy can be repeated after a kill at any
// point.
import type { ClickStore, Partition } from './click-store.ts'
import type { MovedTable } from './moved-tables.ts'

/** Limits memory: the embedded engine holds a whole chunk, about 60 MB for 200,000 clicks. */
const rowsPerChunk = 200_000

export interface PartitionCopy {
  source: ClickStore
  target: ClickStore
  table: MovedTable
  partition: Pick<Partition, 'id'>
  /**
   * Rows from before this instant, in milliseconds since 1970, are not copied or compared. They have expired, and the
   * servers delete expired rows at different times.
   */
  expiredBefore: number
  replaceSettings: Record<string, number>
}

function toStagingName(table: string): string {
  return `${table}_moving`
}

/** Creates an empty staging table for each table, with the structure of the table. */
export async function createStagingTables(target: ClickStore, tables: readonly string[]): Promise<void> {
  const { cluster, toStoredName } = target
  // A killed move may have left tables with the structure of an earlier release.
  await dropStagingTables(target, tables)
  for (const table of tables) {
    const staging = toStagingName(table)
    await target.commandOnAll(`CREATE TABLE IF NOT EXISTS ${toStoredName(staging)}`, `AS ${toStoredName(table)}`)
    if (cluster === undefined) continue
    const engine = `Distributed(${cluster}, currentDatabase(), ${toStoredName(staging)}, sipHash64(project_id))`
    await target.commandOnAll(`CREATE TABLE IF NOT EXISTS ${staging}`, `AS ${toStoredName(staging)} ENGINE = ${engine}`)
  }
}

export async function dropStagingTables(target: ClickStore, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const staging = toStagingName(table)
    for (const name of new Set([staging, target.toStoredName(staging)])) await target.commandOnAll(`DROP TABLE IF EXISTS ${name}`, 'SYNC')
  }
}

/** Replaces the partition of the target with the rows of the source. */
export async function copyPartition(copy: PartitionCopy): Promise<void> {
  const { source, target, table, partition } = copy
  const staging = target.toStoredName(toStagingName(table.name))
  await target.commandOnAll(`TRUNCATE TABLE ${staging}`)
  for (const condition of await planChunks(copy)) {
    const rows = await source.client.exec({
      query: `SELECT ${table.columns.join(', ')} FROM ${table.name} WHERE ${condition} FORMAT TabSeparated`,
      // Without this setting, an error after the first rows would look like the end of the rows.
      clickhouse_settings: { wait_end_of_query: 1 },
    })
    await target.client.insert({
      table: toStagingName(table.name),
      columns: table.columns as [string, ...string[]],
      values: rows.stream,
      format: 'TabSeparated',
      // A repeated copy inserts equal rows after the TRUNCATE, and deduplication would drop them.
      clickhouse_settings: { insert_deduplicate: 0, async_insert: 0 },
    })
  }
  // Any replica may run REPLACE PARTITION, so all replicas must have all rows first. The statement names the database,
  // because nodes would look the table up in the default database of the account.
  if (target.cluster !== undefined) await target.commandOnAll('SYSTEM SYNC REPLICA', `${target.database}.${staging} LIGHTWEIGHT`)
  await target.commandOnAll(
    `ALTER TABLE ${target.toStoredName(table.name)}`,
    `REPLACE PARTITION ID '${partition.id}' FROM ${staging}`,
    copy.replaceSettings,
  )
}

/**
 * Returns the setting that allows an empty partition to replace another partition. Newer servers need this setting
 * if a shard has no rows in the partition. Older servers do not know it.
 */
export async function selectReplaceSettings(target: ClickStore): Promise<Record<string, number>> {
  const name = 'allow_replace_partition_from_empty_source'
  const known = await target.select('SELECT name FROM system.settings WHERE name = {name:String}', { name })
  return known.length === 0 ? {} : { [name]: 1 }
}

function toPartitionCondition({ table, partition, expiredBefore }: PartitionCopy): string {
  const isStored = table.expiresBy === undefined ? '' : ` AND ${table.expiresBy} >= fromUnixTimestamp64Milli(${expiredBefore}, 'UTC')`
  return `_partition_id = '${partition.id}'${isStored}`
}

/**
 * Returns conditions that together select each row once. A condition selects one or several days, or a part of a large
 * day.
 */
async function planChunks(copy: PartitionCopy): Promise<string[]> {
  const { source, table } = copy
  const day = table.partitionedBy === undefined ? "toDate('1970-01-01')" : `toDate(${table.partitionedBy})`
  const days = await source.select<{ day: string; rows: number }>(
    `SELECT toString(${day}) AS day, toUInt32(count()) AS rows FROM ${table.name} WHERE ${toPartitionCondition(copy)} GROUP BY day ORDER BY day`,
  )
  const ranges: { from: string; to: string; rows: number }[] = []
  for (const next of days) {
    const last = ranges.at(-1)
    if (last !== undefined && last.rows + next.rows <= rowsPerChunk) Object.assign(last, { to: next.day, rows: last.rows + next.rows })
    else ranges.push({ from: next.day, to: next.day, rows: next.rows })
  }
  return ranges.flatMap(({ from, to, rows }) => {
    const ofDays = `${toPartitionCondition(copy)} AND ${day} BETWEEN '${from}' AND '${to}'`
    const parts = Math.ceil(rows / rowsPerChunk)
    return Array.from({ length: parts }, (_, part) =>
      parts === 1 ? ofDays : `${ofDays} AND cityHash64(${table.sortingKey}) % ${parts} = ${part}`,
    )
  })
}

export interface PartitionChecksum {
  rows: number
  /** The sum of the hashes of all rows, which does not depend on their order. */
  hash: string
}

export async function computeChecksum(store: ClickStore, copy: PartitionCopy): Promise<PartitionChecksum> {
  const { name, rowHash, final, isCounted } = copy.table
  const [contents] = await store.select<PartitionChecksum>(
    `SELECT toFloat64(count()) AS rows, toString(sum(${rowHash})) AS hash FROM ${name} ${final} WHERE ${toPartitionCondition(copy)} AND ${isCounted}`,
  )
  return contents ?? { rows: 0, hash: '0' }
}
