import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { onCluster } from '../platform/clickhouse/clickhouse-cluster.ts'

/**
 * The name of the table that stores the rows, as an ALTER or DELETE needs it: on a cluster with ON CLUSTER, so that
 * it runs on every node.
 */
export type ToStoredName = (table: string) => string

/** Reads the cluster's name, if there is one, from the engine of `clicks`. */
export async function findStoredNames(clickhouse: ClickHouse): Promise<ToStoredName> {
  const result = await clickhouse.query({
    query: "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'",
    format: 'JSONEachRow',
  })
  const [table] = await result.json<{ engine_full: string }>()
  const cluster = /^Distributed\('(?<cluster>\w+)'/.exec(table?.engine_full ?? '')?.groups?.cluster
  return cluster === undefined ? (name) => name : (name) => `${name}_stored${onCluster(cluster)}`
}
