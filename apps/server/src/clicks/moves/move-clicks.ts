// Moves the clicks of one ClickHouse to another, with everything that is computed from them. All partitions are copied
// while clicks arrive. Then all writes stop: shippers leave clicks in the journals, and jobs try again later.
// Partitions that have changed are copied again, and the move is recorded as complete. A move that ends early has
// changed only the new store; the next move continues it.
import { StartError } from '../../platform/process/start-error.ts'
import { clickTables } from '../click-tables.ts'
import { type ClickMove, type MoveSession, openMoveSession } from './click-move-table.ts'
import { type ClickStore, type Partition, selectPartitions } from './click-store.ts'
import { type MovedTable, selectMovedTables } from './moved-tables.ts'
import { computeChecksum, isEqualChecksum, type PartitionRows, readChunks } from './partition-rows.ts'
import { replacePartition, selectReplaceSettings } from './replace-partition.ts'
import { createStagingTables, dropStagingTables } from './staging-tables.ts'

export interface ClickMoveOptions {
  /** Signs in to PostgreSQL as the owner of the database. */
  databaseUrl: string
  source: ClickStore
  target: ClickStore
  /** Returns the instant before which rows have expired, in milliseconds since 1970. */
  findExpiredBefore(): number
  print(line: string): void
}

/**
 * Moves the clicks of `source` to `target`. Both stores must be migrated. Throws a StartError that says what to do if
 * clicks can't be moved to the target, another move is running, or rows change after all writes have stopped.
 */
export async function moveClicks({ databaseUrl, source, target, findExpiredBefore, print }: ClickMoveOptions): Promise<void> {
  await using session = await openMoveSession(databaseUrl)
  const move = await planMove(await session.moves(), source, target)
  await session.recordStart(move)
  const [tables, replaceSettings] = [await selectMovedTables(target, clickTables), await selectReplaceSettings(target)]
  await createStagingTables(target, clickTables, 'moving')
  const copier = createCopier({ source, target, tables, replaceSettings, findExpiredBefore, session, print })

  await copier.copyChanged('may change')
  print('Shipping and jobs stop until the rest is copied. Clicks are recorded in the journals.')
  const stoppedAt = performance.now()
  await session.stopWriting()
  await copier.copyChanged('is final')
  await dropStagingTables(target, clickTables, 'moving')
  await session.recordCompletion(move)
  const seconds = ((performance.now() - stoppedAt) / 1_000).toFixed(1)
  print(`Clicks have moved to ${move.target}. Nothing was written for ${seconds} seconds.`)
}

/** Throws a StartError if clicks can't be moved to the target. Both stores must be migrated. Changes nothing. */
export async function assertMovable({
  databaseUrl,
  source,
  target,
}: Pick<ClickMoveOptions, 'databaseUrl' | 'source' | 'target'>): Promise<void> {
  await using session = await openMoveSession(databaseUrl)
  await planMove(await session.moves(), source, target)
}

async function planMove(moves: readonly ClickMove[], source: ClickStore, target: ClickStore): Promise<ClickMove> {
  if (source.name === undefined || target.name === undefined) throw new Error('Both stores have to be migrated')
  const move = { fromStore: source.name, toStore: target.name, target: target.address, isComplete: false }
  const reject = (problem: string) => {
    throw new StartError(`${problem}; nothing was changed.`)
  }
  const complete = moves.filter(({ isComplete }) => isComplete)
  if (move.fromStore === move.toStore) reject(`${target.address} is the ClickHouse that clicks are in: name another server or database`)
  if (complete.some(({ fromStore }) => fromStore === move.fromStore))
    reject(`Clicks have moved to ${complete[0]?.target} already: set CLICKHOUSE_URL (and CLICKHOUSE_CLUSTER) and restart`)
  const isBegun = moves.some(
    ({ fromStore, toStore, isComplete }) => !isComplete && fromStore === move.fromStore && toStore === move.toStore,
  )
  const isOldCopy = complete.some(({ fromStore }) => fromStore === move.toStore)
  if (isOldCopy || (!isBegun && (await selectPartitions(target)).length > 0))
    reject(`${target.address} has clicks already, which this move has not copied: name a database without clicks`)
  return move
}

interface CopierOptions extends Omit<ClickMoveOptions, 'databaseUrl'> {
  tables: ReadonlyMap<string, MovedTable>
  replaceSettings: Record<string, number>
  session: MoveSession
}

function createCopier({ source, target, tables, replaceSettings, findExpiredBefore, session, print }: CopierOptions) {
  /** The revision at which each source partition was equal in the target, by table and partition id. */
  const equalRevisions = new Map<string, string>()

  /**
   * Copies a partition if the target differs. Returns the number of rows, or undefined if the target still differs
   * after the copy.
   */
  async function copy(partition: Partition, state: 'may change' | 'is final'): Promise<number | undefined> {
    const table = tables.get(partition.table)
    if (table === undefined) throw new Error(`The table ${partition.table} is unknown`)
    const rows: PartitionRows = { table, partition, expiredBefore: findExpiredBefore() }
    const before = await computeChecksum(source, rows)
    if (!isEqualChecksum(before, await computeChecksum(target, rows))) {
      await session.assertAlone()
      await replacePartition(target, rows, readChunks(source, rows), replaceSettings)
      const copied = await computeChecksum(target, rows)
      // A partition that changed during the copy is copied again when writes have stopped.
      if (!isEqualChecksum(state === 'is final' ? await computeChecksum(source, rows) : before, copied)) return undefined
    }
    equalRevisions.set(`${partition.table} ${partition.id}`, partition.revision)
    return before.rows
  }

  return {
    /**
     * Copies the partitions that differ, and prints a line for each month or year. In the state `is final`, throws if a
     * partition differs after its copy.
     */
    async copyChanged(state: 'may change' | 'is final'): Promise<void> {
      const found = await selectPartitions(source)
      // If all rows of a copied partition were deleted, the partition of the target must become empty too.
      const isGone = ({ table, id }: Partition) => !found.some((partition) => partition.table === table && partition.id === id)
      const gone = (await selectPartitions(target)).filter(isGone).map((partition) => ({ ...partition, revision: 'gone' }))
      const changed = [...found, ...gone].filter(({ table, id, revision }) => equalRevisions.get(`${table} ${id}`) !== revision)
      for (const [id, partitions] of [...Map.groupBy(changed, (partition) => partition.id)].sort(comparePeriods)) {
        const rows = new Map<string, number | undefined>()
        for (const partition of partitions) rows.set(partition.table, await copy(partition, state))
        const isEqual = ![...rows.values()].includes(undefined)
        // If all rows have expired or were deleted, there is nothing to print.
        if ([...rows.values()].every((count) => count === 0)) continue
        print(`${formatPeriod(id)}: ${isEqual ? `${formatRows(rows)}, equal` : 'changed while it was copied'}`)
        if (!isEqual && state === 'is final')
          throw new StartError(
            'Clicks have changed although this release has stopped all writes: stop processes of older releases and `rebuild-rollups`, then repeat the command.',
          )
      }
    },
  }
}

/** Sorts months first, then years, then the partition of all time. */
function comparePeriods([one]: [string, unknown], [other]: [string, unknown]): number {
  const toText = (id: string) => (/^\d{6}$/.test(id) ? id : `9${id}`)
  return toText(one) < toText(other) ? -1 : 1
}

function formatPeriod(id: string): string {
  if (id === 'all') return 'All time'
  return id.replace(/^(\d{4})(\d\d)$/, '$1-$2')
}

function formatRows(rows: ReadonlyMap<string, number | undefined>): string {
  const clicks = rows.get('clicks')
  if (clicks !== undefined) return `${clicks.toLocaleString('en')} clicks`
  const sum = [...rows.values()].reduce<number>((total, count) => total + (count ?? 0), 0)
  return `${sum.toLocaleString('en')} rows`
}
