import type { ClickHouse } from './clickhouse.ts'
import { answeringNodes } from './clickhouse-cluster.ts'

/** A node of a cluster, in the order of `remote_servers`. */
export interface NodeAnswer<Row> {
  /** `host:port` */
  address: string
  shard: number
  /** Undefined if the node does not answer. */
  row: Row | undefined
}

/** Every node runs the query, which returns one row. No rows are returned if there is no cluster of this name. */
export async function askNodes<Row>(
  clickhouse: ClickHouse,
  cluster: string,
  { query, params = {} }: { query: string; params?: Record<string, unknown> },
): Promise<NodeAnswer<Row>[]> {
  const select = async <Selected>(statement: string): Promise<Selected[]> => {
    const query_params = { ...params, cluster }
    const result = await clickhouse.query({ query: statement, query_params, clickhouse_settings: answeringNodes, format: 'JSONEachRow' })
    return result.json<Selected>()
  }
  const nodes = await select<{ address: string; shard: number }>(
    `SELECT concat(host_name, ':', toString(port)) AS address, shard_num AS shard
     FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard_num, replica_num`,
  )
  if (nodes.length === 0) return []
  // This function numbers replicas as if each were a shard.
  const rows = await select<Row & { node: number }>(
    `SELECT _shard_num AS node, * FROM clusterAllReplicas({cluster:Identifier}, view(${query}))`,
  )
  return nodes.map((node, index) => ({ ...node, row: rows.find((row) => row.node === index + 1) }))
}
