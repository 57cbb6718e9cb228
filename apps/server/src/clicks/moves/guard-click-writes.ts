import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { type ClickMove, selectClickMoves, whileWritingIsAllowed } from './click-move-table.ts'
import { findStoreName } from './click-store.ts'

/** A move forbids the write. Its message says until when, or what the operator has to do. */
export class ClickMoveError extends Error {
  override name = 'ClickMoveError'
}

/**
 * Returns the client with every write guarded: it rejects with a ClickMoveError while a move has stopped all writing,
 * and when the clicks of this ClickHouse have moved away. A write holds one connection of `locks` until it ends, and
 * fails when that connection is lost: the write may then have ended too late to be part of the move.
 */
export function guardClickWrites(clickhouse: ClickHouse, locks: Db): ClickHouse {
  let store: string | undefined

  async function write<Result>(work: () => Promise<Result>): Promise<Result> {
    const outcome = await whileWritingIsAllowed(locks, async (connection) => {
      const moves = await selectClickMoves(connection)
      if (moves.length > 0) {
        store ??= await findStoreName(clickhouse)
        assertCurrent(moves, store)
      }
      return { result: await work() }
    })
    if (outcome === undefined)
      throw new ClickMoveError('Clicks are being moved to another ClickHouse: nothing is written until that has ended')
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
    throw new ClickMoveError('The move of clicks to this ClickHouse has not ended: run `linkshelf move clicks` again, where it was begun')
}
