// Copies the rows of a partition, in chunks, to a table beside the one they belong to, which no view reads. A statement
// then puts them in place of what was there: all or nothing, on each shard. After a kill at any point it can be
// repeated.
import type { ClickStore, Partition } from './click-store.ts'
import type { MovedTable } from './moved-tables.ts'

/** The embedded engine holds a chunk in memory: some 60 MB for as many clicks. */
const rowsPerChunk = 200_000

export interface PartitionCopy {
  source: ClickStore
  target: ClickStore
  table: MovedTable
  partition: Pick<Partition, 'id'>
  /** Older rows are left out: each server deletes them at a time of its own. In milliseconds since 1970. */
  expiredBefore: number
  replaceSettings: Record<string, number>
}

function toStagingName(table: string): string {
  return `${table}_moving`
}

/** Creates an empty table beside each, with the same structure. */
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

/** Makes the rows of the target's partition those of the source. */
export async function copyPartition(copy: PartitionCopy): Promise<void> {
  const { source, target, table, partition } = copy
  const staging = target.toStoredName(toStagingName(table.name))
  await target.commandOnAll(`TRUNCATE TABLE ${staging}`)
  for (const condition of await planChunks(copy)) {
    const rows = await source.client.exec({
      query: `SELECT ${table.columns.join(', ')} FROM ${table.name} WHERE ${condition} FORMAT TabSeparated`,
      // Without it, an error after the first rows would look like the end of the rows.
      clickhouse_settings: { wait_end_of_query: 1 },
    })
    await target.client.insert({
      table: toStagingName(table.name),
      columns: table.columns as [string, ...string[]],
      values: rows.stream,
      format: 'TabSeparated',
      // The same rows may be inserted again after they were deleted.
      clickhouse_settings: { insert_deduplicate: 0, async_insert: 0 },
    })
  }
  // Any replica may run the next statement, on the rows that it has. Without its database, the table would be looked up
  // in the account's default one.
  if (target.cluster !== undefined) await target.commandOnAll('SYSTEM SYNC REPLICA', `${target.database}.${staging} LIGHTWEIGHT`)
  await target.commandOnAll(
    `ALTER TABLE ${target.toStoredName(table.name)}`,
    `REPLACE PARTITION ID '${partition.id}' FROM ${staging}`,
    copy.replaceSettings,
  )
}

/** A shard may have no rows of the month. Newer servers reject its empty partition without this setting. */
export async function selectReplaceSettings(target: ClickStore): Promise<Record<string, number>> {
  const name = 'allow_replace_partition_from_empty_source'
  const known = await target.select('SELECT name FROM system.settings WHERE name = {name:String}', { name })
  return known.length === 0 ? {} : { [name]: 1 }
}

function wherePartition({ table, partition, expiredBefore }: PartitionCopy): string {
  const isStored = table.expiresBy === undefined ? '' : ` AND ${table.expiresBy} >= fromUnixTimestamp64Milli(${expiredBefore}, 'UTC')`
  return `_partition_id = '${partition.id}'${isStored}`
}

/** Conditions that together select each row once: some days each, or a part of a large day. */
async function planChunks(copy: PartitionCopy): Promise<string[]> {
  const { source, table } = copy
  const day = table.partitionedBy === undefined ? "toDate('1970-01-01')" : `toDate(${table.partitionedBy})`
  const days = await source.select<{ day: string; rows: number }>(
    `SELECT toString(${day}) AS day, toUInt32(count()) AS rows FROM ${table.name} WHERE ${wherePartition(copy)} GROUP BY day ORDER BY day`,
  )
  const ranges: { from: string; to: string; rows: number }[] = []
  for (const next of days) {
    const last = ranges.at(-1)
    if (last !== undefined && last.rows + next.rows <= rowsPerChunk) Object.assign(last, { to: next.day, rows: last.rows + next.rows })
    else ranges.push({ from: next.day, to: next.day, rows: next.rows })
  }
  return ranges.flatMap(({ from, to, rows }) => {
    const ofDays = `${wherePartition(copy)} AND ${day} BETWEEN '${from}' AND '${to}'`
    const parts = Math.ceil(rows / rowsPerChunk)
    return Array.from({ length: parts }, (_, part) =>
      parts === 1 ? ofDays : `${ofDays} AND cityHash64(${table.sortingKey}) % ${parts} = ${part}`,
    )
  })
}

export interface Contents {
  rows: number
  /** The sum of the hashes of all rows, which does not depend on their order. */
  hash: string
}

/** Reads what one of the two stores has of the partition. */
export async function readContents(store: ClickStore, copy: PartitionCopy): Promise<Contents> {
  const { name, rowHash, final, isCounted } = copy.table
  const [contents] = await store.select<Contents>(
    `SELECT toFloat64(count()) AS rows, toString(sum(${rowHash})) AS hash FROM ${name} ${final} WHERE ${wherePartition(copy)} AND ${isCounted}`,
  )
  return contents ?? { rows: 0, hash: '0' }
}
