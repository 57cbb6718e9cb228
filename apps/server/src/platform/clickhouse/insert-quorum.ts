import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client'

const waitMs = 10_000
/**
 * An insert is answered when most replicas of the shard have its rows: with two replicas, both. Without replicas, these
 * settings have no effect.
 */
const quorum: ClickHouseSettings = { insert_quorum: 'auto', insert_quorum_timeout: waitMs }

/** Error types when too few replicas are up, or when a replica did not copy the rows in time. */
const missedQuorum = new Set(['TOO_FEW_LIVE_REPLICAS', 'UNKNOWN_STATUS_OF_INSERT', 'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE'])

/**
 * Until this time, inserts do not wait for a quorum, because ClickHouse treats a dead replica as alive for some
 * seconds, and each insert would wait for that replica.
 */
let skipQuorumUntil = 0

/**
 * Runs an insert that waits for a quorum of replicas. So if a replica fails, the replica that takes over has the rows
 * too. If there is no quorum, runs the insert again without one, so `insert` must have the same effect when it runs
 * twice. Returns whether a quorum has the rows.
 */
export async function insertWithQuorum(insert: (settings: ClickHouseSettings) => Promise<unknown>): Promise<boolean> {
  try {
    if (performance.now() >= skipQuorumUntil) {
      await insert(quorum)
      return true
    }
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.type === undefined || !missedQuorum.has(error.type)) throw error
    skipQuorumUntil = performance.now() + waitMs
  }
  await insert({})
  return false
}
