import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'

const waitMs = 10_000
/** Both of two replicas, or most of more, have the rows before the insert is answered. No effect without replicas. */
const quorum: ClickHouseSettings = { insert_quorum: 'auto', insert_quorum_timeout: waitMs }

/** Too few replicas are up, or one did not copy the rows in time. */
const missedQuorum = new Set(['TOO_FEW_LIVE_REPLICAS', 'UNKNOWN_STATUS_OF_INSERT', 'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE'])

/** For some seconds after its death, a replica counts as alive, and is waited for. */
let unavailableUntil = 0

/**
 * Runs an insert so that the replica which takes over has its rows too. While a replica is down, the insert runs again
 * without waiting for it: `insert` must be right when it runs twice. Returns whether enough replicas have the rows.
 */
export async function insertWithQuorum(insert: (settings: ClickHouseSettings) => Promise<unknown>): Promise<boolean> {
  try {
    if (performance.now() >= unavailableUntil) {
      await insert(quorum)
      return true
    }
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.type === undefined || !missedQuorum.has(error.type)) throw error
    unavailableUntil = performance.now() + waitMs
  }
  await insert({})
  return false
}
