// Reads a partition of a click table in chunks, and computes its checksum.
import type { Readable } from 'node:stream'
import type { ClickStore, Partition } from './click-store.ts'
import type { MovedTable } from './moved-tables.ts'

/** Limits memory: the embedded engine holds a whole chunk, about 60 MB for 200,000 clicks. */
const rowsPerChunk = 200_000

/** The rows of a partition that have not expired. */
export interface PartitionRows {
  table: MovedTable
  partition: Pick<Partition, 'id'>
  /**
   * Rows from before this instant, in milliseconds since 1970, are not copied or compared. They have expired, and the
   * servers delete expired rows at different times.
   */
  expiredBefore: number
}

function toPartitionCondition({ table, partition, expiredBefore }: PartitionRows): string {
  const isStored = table.expiresBy === undefined ? '' : ` AND ${table.expiresBy} >= fromUnixTimestamp64Milli(${expiredBefore}, 'UTC')`
  return `_partition_id = '${partition.id}'${isStored}`
}

/** Yields the rows in chunks, each as a stream of lines in the format TabSeparated. */
export async function* readChunks(store: ClickStore, rows: PartitionRows): AsyncGenerator<Readable> {
  const { name, columns } = rows.table
  for (const condition of await planChunks(store, rows)) {
    const chunk = await store.client.exec({
      query: `SELECT ${columns.join(', ')} FROM ${name} WHERE ${condition} FORMAT TabSeparated`,
      // Without this setting, an error after the first rows would look like the end of the rows.
      clickhouse_settings: { wait_end_of_query: 1 },
    })
    yield chunk.stream
  }
}

/**
 * Returns conditions that together select each row once. A condition selects one or several days, or a part of a large
 * day.
 */
async function planChunks(store: ClickStore, rows: PartitionRows): Promise<string[]> {
  const { table } = rows
  const day = table.partitionedBy === undefined ? "toDate('1970-01-01')" : `toDate(${table.partitionedBy})`
  const days = await store.select<{ day: string; rows: number }>(
    `SELECT toString(${day}) AS day, toUInt32(count()) AS rows FROM ${table.name} WHERE ${toPartitionCondition(rows)} GROUP BY day ORDER BY day`,
  )
  const ranges: { from: string; to: string; rows: number }[] = []
  for (const next of days) {
    const last = ranges.at(-1)
    if (last !== undefined && last.rows + next.rows <= rowsPerChunk) Object.assign(last, { to: next.day, rows: last.rows + next.rows })
    else ranges.push({ from: next.day, to: next.day, rows: next.rows })
  }
  return ranges.flatMap(({ from, to, rows: rowCount }) => {
    const ofDays = `${toPartitionCondition(rows)} AND ${day} BETWEEN '${from}' AND '${to}'`
    const parts = Math.ceil(rowCount / rowsPerChunk)
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

export async function computeChecksum(store: ClickStore, rows: PartitionRows): Promise<PartitionChecksum> {
  const { name, rowHash, final, isCounted } = rows.table
  const [contents] = await store.select<PartitionChecksum>(
    `SELECT toFloat64(count()) AS rows, toString(sum(${rowHash})) AS hash FROM ${name} ${final} WHERE ${toPartitionCondition(rows)} AND ${isCounted}`,
  )
  return contents ?? { rows: 0, hash: '0' }
}

export function isEqualChecksum(one: PartitionChecksum, other: PartitionChecksum): boolean {
  return one.rows === other.rows && one.hash === other.hash
}
