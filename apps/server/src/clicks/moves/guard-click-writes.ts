import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { type ClickMove, runWithWriteLock, selectClickMoves } from './click-move-table.ts'
import { findStoreName } from './click-store.ts'

/**
 * Thrown when a move or back-up of clicks forbids a write. The message says when writes continue, or what the
 * operator must do.
 */
export class ClickMoveError extends Error {
  override name = 'ClickMoveError'
}

/**
 * Returns a client whose writes reject with a ClickMoveError if a move or back-up has stopped all writes, or if the
 * clicks of this ClickHouse have moved away. A write holds one connection of `locks` until it ends. If this connection
 * is lost, the write rejects although ClickHouse may have executed it, because a move may have copied the rows before
 * the write.
 */
export function guardClickWrites(clickhouse: ClickHouse, locks: Db): ClickHouse {
  let store: string | undefined

  async function write<Result>(work: () => Promise<Result>): Promise<Result> {
    const outcome = await runWithWriteLock(locks, async (connection) => {
      const moves = await selectClickMoves(connection)
      if (moves.length > 0) {
        store ??= await findStoreName(clickhouse)
        assertCurrent(moves, store)
      }
      return { result: await work() }
    })
    if (outcome === undefined)
      throw new ClickMoveError('A move or back-up of clicks has stopped all writes: they continue when it allows them')
    return outcome.result
  }

  return {
    query: (params) => clickhouse.query(params),
    ping: (params) => clickhouse.ping(params),
    close: () => clickhouse.close(),
    exec: (params) => write(() => clickhouse.exec(params)),
    insert: (params) => write(() => clickhouse.insert(params)),
    command: (params) => write(() => clickhouse.command(params)),
  }
}

function assertCurrent(moves: readonly ClickMove[], store: string | undefined): void {
  const [latest] = moves
  if (latest !== undefined && moves.some(({ fromStore, isComplete }) => isComplete && fromStore === store))
    throw new ClickMoveError(`Clicks have moved to ${latest.target}: set CLICKHOUSE_URL (and CLICKHOUSE_CLUSTER) and restart`)
  if (moves.some(({ toStore, isComplete }) => !isComplete && toStore === store))
    throw new ClickMoveError(
      'The move of clicks to this ClickHouse has not ended: run `linkshelf move clicks` again on the machine where it began',
    )
}
