import type { Readable } from 'node:stream'
import { type ClickStore, selectStoredTables } from '../moves/click-store.ts'
import { selectMovedTables } from '../moves/moved-tables.ts'
import { computeChecksum, isEqualChecksum, type PartitionChecksum } from '../moves/partition-rows.ts'
import { replacePartition, selectReplaceSettings } from '../moves/replace-partition.ts'
import { createStagingTables, dropStagingTables } from '../moves/staging-tables.ts'

/** A partition of a back-up. */
export interface CopiedPartition {
  table: string
  id: string
  columns: readonly string[]
  checksum: PartitionChecksum
  /** Yields the rows in chunks, each as a stream of lines in the format TabSeparated. */
  readChunks(): AsyncIterable<Readable>
}

export interface LoadOptions {
  store: ClickStore
  partitions: readonly CopiedPartition[]
  /** The `expiredBefore` of the back-up, in milliseconds since 1970. */
  expiredBefore: number
}

/**
 * Loads the partitions into a store that has the schema of the back-up. Can be repeated after a kill. Throws if the
 * rows of a partition differ from the back-up.
 */
export async function loadClicks({ store, partitions, expiredBefore }: LoadOptions): Promise<void> {
  const names = await selectStoredTables(store)
  const [tables, replaceSettings] = [await selectMovedTables(store, names), await selectReplaceSettings(store)]
  await createStagingTables(store, names, 'moving')
  for (const { table: name, id, columns, checksum, readChunks } of partitions) {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`The table ${name} is unknown`)
    const rows = { table, partition: { id }, expiredBefore }
    await replacePartition(store, { ...rows, table: { ...table, columns: [...columns] } }, readChunks(), replaceSettings)
    const loaded = await computeChecksum(store, rows)
    if (!isEqualChecksum(loaded, checksum))
      throw new Error(`${name} ${id} has ${loaded.rows} rows with the hash ${loaded.hash}, not ${checksum.rows} rows with ${checksum.hash}`)
  }
  await dropStagingTables(store, names, 'moving')
}
