// Freezes all click tables at one instant, so that a back-up can read them while clicks arrive. The frozen tables share
// their files with the click tables: freezing copies nothing, and takes space only when the click tables change.
import type { Readable } from 'node:stream'
import { openMoveSession } from '../moves/click-move-table.ts'
import { type ClickStore, type Partition, selectPartitions, selectStoredTables } from '../moves/click-store.ts'
import { type MovedTable, selectMovedTables } from '../moves/moved-tables.ts'
import { computeChecksum, type PartitionChecksum, type PartitionRows, readChunks } from '../moves/partition-rows.ts'
import { syncReplicas } from '../moves/replace-partition.ts'
import { createStagingTables, dropStagingTables, toStagingName } from '../moves/staging-tables.ts'

export interface FrozenPartition {
  table: string
  /** `yyyymm`, `yyyy` or `all`. */
  id: string
  columns: readonly string[]
  computeChecksum(): Promise<PartitionChecksum>
  /** Yields the rows in chunks, each as a stream of lines in the format TabSeparated. */
  readChunks(): AsyncIterable<Readable>
}

export interface FrozenClicks<Result> extends AsyncDisposable {
  partitions: readonly FrozenPartition[]
  /** The result of `onFrozen`. */
  result: Result
  /** How long no clicks were written, in milliseconds. */
  stoppedMs: number
  /** Rejects if the connection was lost, because then another back-up or a move may have changed the frozen tables. */
  assertAlone(): Promise<void>
}

export interface FreezeOptions<Result> {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  store: ClickStore
  /** Rows from before this instant, in milliseconds since 1970, have expired and are not read. */
  expiredBefore: number
  /** Runs while no clicks are written. */
  onFrozen(): Promise<Result>
}

/**
 * Freezes the click tables. Until the result is disposed, no other back-up and no move can begin. Throws a StartError
 * if one of them is running.
 */
export async function freezeClicks<Result>({
  databaseUrl,
  store,
  expiredBefore,
  onFrozen,
}: FreezeOptions<Result>): Promise<FrozenClicks<Result>> {
  await using resources = new AsyncDisposableStack()
  const session = resources.use(await openMoveSession(databaseUrl))
  const names = await selectStoredTables(store)
  await createStagingTables(store, names, 'frozen')
  resources.defer(() => dropStagingTables(store, names, 'frozen'))
  const tables = await selectMovedTables(store, names)

  await session.stopWriting()
  const stoppedAt = performance.now()
  for (const table of names) await syncReplicas(store, store.toStoredName(table))
  const partitions = await selectPartitions(store, names)
  for (const partition of partitions) await freezePartition(store, partition)
  const result = await onFrozen()
  await session.resumeWriting()
  const stoppedMs = performance.now() - stoppedAt
  // A replica that lags would be read without some of its rows.
  for (const table of names) await syncReplicas(store, toFrozenName(store, table))

  const opened = resources.move()
  return {
    partitions: partitions.map(({ table, id }) => openFrozenPartition(store, getTable(tables, table), { table, id }, expiredBefore)),
    result,
    stoppedMs,
    assertAlone: () => session.assertAlone(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Adds the files of the partition to the frozen table. */
async function freezePartition(store: ClickStore, { table, id }: Partition): Promise<void> {
  await store.commandOnAll(`ALTER TABLE ${toFrozenName(store, table)}`, `ATTACH PARTITION ID '${id}' FROM ${store.toStoredName(table)}`)
}

function toFrozenName(store: ClickStore, table: string): string {
  return store.toStoredName(toStagingName(table, 'frozen'))
}

function openFrozenPartition(
  store: ClickStore,
  table: MovedTable,
  partition: Pick<FrozenPartition, 'table' | 'id'>,
  expiredBefore: number,
): FrozenPartition {
  const rows: PartitionRows = { table: { ...table, name: toStagingName(table.name, 'frozen') }, partition, expiredBefore }
  return {
    ...partition,
    columns: table.columns,
    computeChecksum: () => computeChecksum(store, rows),
    readChunks: () => readChunks(store, rows),
  }
}

function getTable(tables: ReadonlyMap<string, MovedTable>, name: string): MovedTable {
  const table = tables.get(name)
  if (table === undefined) throw new Error(`The table ${name} is unknown`)
  return table
}
