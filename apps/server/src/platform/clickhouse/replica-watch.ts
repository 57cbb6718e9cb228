import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable } from './clickhouse-cluster.ts'
import { queryEachNode } from './query-each-node.ts'

export interface ReplicaWatch {
  /** Must be called when an insert was stored without a quorum of replicas. */
  recordMissedReplica(): void
  /**
   * Returns whether every replica has all rows that were inserted with this client or before the watch was created.
   * True if the tables have no replicas.
   */
  hasEveryReplica(): Promise<boolean>
}

/** A replica notices new rows within this time. */
const noticedSeconds = 2
const queryEveryMs = 1_000

export function createReplicaWatch(clickhouse: ClickHouse): ReplicaWatch {
  /** A replica may lack rows that were inserted before this time. Undefined if no replica lacks rows. */
  let missedAt: number | undefined = performance.now()
  let queriedAt = Number.NEGATIVE_INFINITY
  return {
    recordMissedReplica() {
      missedAt = performance.now()
    },
    async hasEveryReplica() {
      if (missedAt === undefined) return true
      if (performance.now() - queriedAt < queryEveryMs) return false
      queriedAt = performance.now()
      const asked = missedAt
      const ageSeconds = (queriedAt - asked) / 1_000
      const lagSeconds = await selectLagSeconds(clickhouse)
      if (lagSeconds !== undefined && lagSeconds + noticedSeconds < ageSeconds && missedAt === asked) missedAt = undefined
      return missedAt === undefined
    },
  }
}

interface ReplicaState {
  tables: number
  incompleteTables: number
  replicas: number
  lagSeconds: number
}

/**
 * Returns the lag of the slowest replica: minus infinity if there are no replicas, undefined if a replica is missing or
 * incomplete.
 */
async function selectLagSeconds(clickhouse: ClickHouse): Promise<number | undefined> {
  const cluster = await findClusterOfTable(clickhouse, 'clicks')
  if (cluster === undefined) return Number.NEGATIVE_INFINITY
  const nodes = await queryEachNode<ReplicaState>(clickhouse, cluster, {
    query: `SELECT toUInt32(count()) AS tables, toUInt32(countIf(is_readonly OR is_session_expired OR active_replicas < total_replicas)) AS incompleteTables,
        max(total_replicas) AS replicas, toUInt32(max(absolute_delay)) AS lagSeconds
      FROM system.replicas WHERE database = {database:String} AND table LIKE '%\\_stored'`,
  })
  const shards = [...Map.groupBy(nodes, ({ shard }) => shard).values()].map((replicas) => replicas.flatMap(({ row }) => row ?? []))
  const isMissing = (answers: readonly ReplicaState[]) =>
    answers.length === 0 ||
    answers.some(({ tables, incompleteTables, replicas }) => tables === 0 || incompleteTables > 0 || replicas > answers.length)
  return shards.length === 0 || shards.some(isMissing) ? undefined : Math.max(...shards.flat().map(({ lagSeconds }) => lagSeconds))
}
