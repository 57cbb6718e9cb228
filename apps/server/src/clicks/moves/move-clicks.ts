// Moves the clicks of one ClickHouse to another, with everything that is computed from them. Finished months are copied
// while clicks arrive. Then nothing is written for a moment: shippers leave clicks in the journals, and jobs try again
// later. What has changed is copied again, and the move is recorded. A move that ends before has changed nothing but
// the new store, and is continued by another one.
import { StartError } from '../../platform/process/start-error.ts'
import { type ClickTable, clickTables } from '../click-tables.ts'
import { type ClickMove, type MoveSession, openMoveSession } from './click-move-table.ts'
import { type ClickStore, type Partition, selectPartitions } from './click-store.ts'
import {
  copyPartition,
  createStagingTables,
  dropStagingTables,
  type PartitionCopy,
  readContents,
  selectReplaceSettings,
} from './copy-partition.ts'
import { type MovedTable, selectMovedTables } from './moved-tables.ts'

export interface ClickMoveOptions {
  /** PostgreSQL as the account that owns it. */
  databaseUrl: string
  source: ClickStore
  target: ClickStore
  /** Returns the first instant whose rows do not expire yet, in milliseconds since 1970. */
  findExpiredBefore(): number
  print(line: string): void
}

/**
 * Both stores are migrated. Throws a StartError that says what to do when clicks can't be moved to the target, another
 * move runs, or rows change that should not.
 */
export async function moveClicks({ databaseUrl, source, target, findExpiredBefore, print }: ClickMoveOptions): Promise<void> {
  await using session = await openMoveSession(databaseUrl)
  const move = await toMove(await session.moves(), source, target)
  await session.recordStart(move)
  const [tables, replaceSettings] = [await selectMovedTables(target), await selectReplaceSettings(target)]
  await createStagingTables(target, clickTables)
  const copier = createCopier({ source, target, tables, replaceSettings, findExpiredBefore, session, print })

  await copier.copyChanged('may change')
  print('Shipping and jobs stop until the rest is copied. Clicks are recorded in the journals.')
  const stoppedAt = performance.now()
  await session.stopWriting()
  await copier.copyChanged('is final')
  await dropStagingTables(target, clickTables)
  await session.recordCompletion(move)
  const seconds = ((performance.now() - stoppedAt) / 1_000).toFixed(1)
  print(`Clicks have moved to ${move.target}. Nothing was written for ${seconds} seconds.`)
}

/** Throws a StartError if clicks can't be moved to a ClickHouse that exists. Changes nothing. */
export async function assertMovable({
  databaseUrl,
  source,
  target,
}: Pick<ClickMoveOptions, 'databaseUrl' | 'source' | 'target'>): Promise<void> {
  await using session = await openMoveSession(databaseUrl)
  await toMove(await session.moves(), source, target)
}

async function toMove(moves: readonly ClickMove[], source: ClickStore, target: ClickStore): Promise<ClickMove> {
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
  tables: ReadonlyMap<ClickTable, MovedTable>
  replaceSettings: Record<string, number>
  session: MoveSession
}

function createCopier({ source, target, tables, replaceSettings, findExpiredBefore, session, print }: CopierOptions) {
  /** Revisions of the source's partitions whose rows the target has, by table and partition. */
  const equalRevisions = new Map<string, string>()

  /** Returns the rows if the target has the same. */
  async function copy(partition: Partition, state: 'may change' | 'is final'): Promise<number | undefined> {
    const table = tables.get(partition.table)
    if (table === undefined) throw new Error(`The table ${partition.table} is unknown`)
    const of: PartitionCopy = { source, target, table, partition, expiredBefore: findExpiredBefore(), replaceSettings }
    const before = await readContents(source, of)
    if (!isSame(before, await readContents(target, of))) {
      await session.assertAlone()
      await copyPartition(of)
      const copied = await readContents(target, of)
      // A partition that has changed is copied again later.
      if (!isSame(state === 'is final' ? await readContents(source, of) : before, copied)) return undefined
    }
    equalRevisions.set(`${partition.table} ${partition.id}`, partition.revision)
    return before.rows
  }

  return {
    /** Copies what differs, and prints a line for each month. Throws when rows that are final have changed. */
    async copyChanged(state: 'may change' | 'is final'): Promise<void> {
      const found = await selectPartitions(source)
      // Rows may have been deleted from a partition that was copied.
      const isGone = ({ table, id }: Partition) => !found.some((partition) => partition.table === table && partition.id === id)
      const gone = (await selectPartitions(target)).filter(isGone).map((partition) => ({ ...partition, revision: 'gone' }))
      const changed = [...found, ...gone].filter(({ table, id, revision }) => equalRevisions.get(`${table} ${id}`) !== revision)
      for (const [id, partitions] of [...Map.groupBy(changed, (partition) => partition.id)].sort(byTime)) {
        const rows = new Map<ClickTable, number | undefined>()
        for (const partition of partitions) rows.set(partition.table, await copy(partition, state))
        const isEqual = ![...rows.values()].includes(undefined)
        // All rows have expired or were deleted.
        if ([...rows.values()].every((count) => count === 0)) continue
        print(`${formatPeriod(id)}: ${isEqual ? `${formatRows(rows)}, equal` : 'changed while it was copied'}`)
        if (!isEqual && state === 'is final')
          throw new StartError(
            'Clicks have changed that no process of this release writes to now: stop older releases and `rebuild-rollups`, then repeat the command.',
          )
      }
    },
  }
}

function isSame(one: { rows: number; hash: string }, other: { rows: number; hash: string }): boolean {
  return one.rows === other.rows && one.hash === other.hash
}

/** Months first, then years, then what has no time. */
function byTime([one]: [string, unknown], [other]: [string, unknown]): number {
  const toText = (id: string) => (/^\d{6}$/.test(id) ? id : `9${id}`)
  return toText(one) < toText(other) ? -1 : 1
}

function formatPeriod(id: string): string {
  if (id === 'all') return 'All time'
  return id.replace(/^(\d{4})(\d\d)$/, '$1-$2')
}

function formatRows(rows: ReadonlyMap<ClickTable, number | undefined>): string {
  const clicks = rows.get('clicks')
  if (clicks !== undefined) return `${clicks.toLocaleString('en')} clicks`
  const sum = [...rows.values()].reduce<number>((total, count) => total + (count ?? 0), 0)
  return `${sum.toLocaleString('en')} rows`
}
