import { askNodes } from './ask-nodes.ts'
import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable } from './clickhouse-cluster.ts'

export interface ReplicaWatch {
  /** Call it when an insert was stored, and maybe not by every replica. */
  onMissedReplica(): void
  /**
   * Returns whether every replica has all rows that were inserted: with this client, and before the watch was created.
   * True without replicas.
   */
  hasEveryReplica(): Promise<boolean>
}

/** Within so many seconds a replica notices that there are new rows. */
const noticedSeconds = 2
const queryEveryMs = 1_000

export function createReplicaWatch(clickhouse: ClickHouse): ReplicaWatch {
  /** Rows that were inserted before this may be missing on a replica. */
  let missedAt: number | undefined = performance.now()
  let queriedAt = Number.NEGATIVE_INFINITY
  return {
    onMissedReplica() {
      missedAt = performance.now()
    },
    async hasEveryReplica() {
      if (missedAt === undefined) return true
      if (performance.now() - queriedAt < queryEveryMs) return false
      queriedAt = performance.now()
      const asked = missedAt
      const ageSeconds = (queriedAt - asked) / 1_000
      const lagSeconds = await selectLag(clickhouse)
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

/** Returns how far the slowest replica is behind: minus infinity without replicas, undefined if one is missing. */
async function selectLag(clickhouse: ClickHouse): Promise<number | undefined> {
  const cluster = await findClusterOfTable(clickhouse, 'clicks')
  if (cluster === undefined) return Number.NEGATIVE_INFINITY
  const current = await clickhouse.query({ query: 'SELECT currentDatabase() AS name', format: 'JSONEachRow' })
  const [database] = await current.json<{ name: string }>()
  const nodes = await askNodes<ReplicaState>(clickhouse, cluster, {
    query: `SELECT toUInt32(count()) AS tables, toUInt32(countIf(is_readonly OR is_session_expired OR active_replicas < total_replicas)) AS incompleteTables,
        max(total_replicas) AS replicas, toUInt32(max(absolute_delay)) AS lagSeconds
      FROM system.replicas WHERE database = {database:String} AND table LIKE '%\\_stored'`,
    params: { database: database?.name },
  })
  const shards = [...Map.groupBy(nodes, ({ shard }) => shard).values()].map((replicas) => replicas.flatMap(({ row }) => row ?? []))
  const isMissing = (answers: readonly ReplicaState[]) =>
    answers.length === 0 ||
    answers.some(({ tables, incompleteTables, replicas }) => tables === 0 || incompleteTables > 0 || replicas > answers.length)
  return shards.some(isMissing) ? undefined : Math.max(...shards.flat().map(({ lagSeconds }) => lagSeconds))
}
