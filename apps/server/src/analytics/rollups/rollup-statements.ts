import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { insertSelectOnOneNode, onCluster, shardLocalSubqueries } from '../../platform/clickhouse/clickhouse-cluster.ts'

/**
 * The name of the table that stores the rows, as an ALTER or DELETE needs it: on a cluster with ON CLUSTER, so that
 * it runs on every node.
 */
type ToStoredName = (table: string) => string

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

/**
 * A statement that writes rollups may take longer than a query of a screen. A GROUP BY that would not fit into this
 * memory is continued on the disk.
 */
export const rollupLimits = {
  max_execution_time: 50,
  max_memory_usage: '2147483648',
  max_bytes_before_external_group_by: '536870912',
  max_bytes_before_external_sort: '536870912',
  max_threads: 2,
  output_format_json_quote_64bit_integers: 0,
  ...shardLocalSubqueries,
  ...insertSelectOnOneNode,
} as const
