import type { ClickHouse } from './clickhouse.ts'
import { answeringNodes } from './clickhouse-cluster.ts'

/** A node of a cluster with its result. */
export interface NodeResult<Row> {
  /** `host:port` */
  address: string
  shard: number
  /** Undefined if the node does not answer. */
  row: Row | undefined
}

/**
 * Runs a query on every node. The query must return one row. It can use the parameter `database`, which is the client's
 * database. The results are in the order of `remote_servers`. The list is empty if there is no cluster of this name.
 */
export async function queryEachNode<Row>(
  clickhouse: ClickHouse,
  cluster: string,
  { query, params = {} }: { query: string; params?: Record<string, unknown> },
): Promise<NodeResult<Row>[]> {
  const select = async <Selected>(statement: string, query_params: Record<string, unknown> = { cluster }): Promise<Selected[]> => {
    const result = await clickhouse.query({ query: statement, query_params, clickhouse_settings: answeringNodes, format: 'JSONEachRow' })
    return result.json<Selected>()
  }
  const nodes = await select<{ address: string; shard: number; database: string }>(
    `SELECT concat(host_name, ':', toString(port)) AS address, shard_num AS shard, currentDatabase() AS database
     FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard_num, replica_num`,
  )
  const [first] = nodes
  if (first === undefined) return []
  // `clusterAllReplicas` treats each replica as a shard, so `_shard_num` numbers the nodes.
  const rows = await select<Row & { node: number }>(
    `SELECT _shard_num AS node, * FROM clusterAllReplicas({cluster:Identifier}, view(${query}))`,
    { ...params, cluster, database: first.database },
  )
  return nodes.map(({ address, shard }, index) => ({ address, shard, row: rows.find((row) => row.node === index + 1) }))
}
