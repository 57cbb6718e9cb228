import { type ClickStore, selectPartitions, selectStoredTables } from '../moves/click-store.ts'
import { selectMovedTables } from '../moves/moved-tables.ts'
import { computeChecksum, isEqualChecksum, type PartitionChecksum } from '../moves/partition-rows.ts'

export interface ExpectedClicks {
  partitions: readonly ({ table: string; id: string } & PartitionChecksum)[]
  /** Rows from before this instant, in milliseconds since 1970, had expired and are not compared. */
  expiredBefore: number
}

/** Returns whether the store has the rows of these partitions, and no other rows. */
export async function hasEqualClicks(store: ClickStore, { partitions, expiredBefore }: ExpectedClicks): Promise<boolean> {
  const names = await selectStoredTables(store)
  const tables = await selectMovedTables(store, names)
  const expected = new Map(partitions.map((partition) => [`${partition.table} ${partition.id}`, partition]))
  for (const { table: name, id } of await selectPartitions(store, names)) {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`The table ${name} is unknown`)
    const found = await computeChecksum(store, { table, partition: { id }, expiredBefore })
    if (!isEqualChecksum(found, expected.get(`${name} ${id}`) ?? { rows: 0, hash: '0' })) return false
    expected.delete(`${name} ${id}`)
  }
  return [...expected.values()].every(({ rows }) => rows === 0)
}
