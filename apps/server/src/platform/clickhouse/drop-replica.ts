import { StartError } from '../process/start-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable } from './clickhouse-cluster.ts'
import { type NodeResult, queryEachNode } from './query-each-node.ts'

interface TablesOfNode {
  /** The macro `shard` of the node. */
  shard_name: string
  tables: { name: string; path: string; inactive: string[] }[]
}

/**
 * Removes a lost replica from the replicated tables, so that nothing waits for it. `address` is `host:port` as in
 * `remote_servers`. Throws a StartError that says what to do if the server still answers, or if no other replica of its
 * shard answers.
 */
export async function dropReplica(clickhouse: ClickHouse, address: string): Promise<void> {
  const cluster = await findClusterOfTable(clickhouse, 'clicks')
  if (cluster === undefined) throw new StartError('The clicks are on one server, which has no replicas.')
  const nodes = await queryEachNode<TablesOfNode>(clickhouse, cluster, {
    query: `SELECT (SELECT any(substitution) FROM system.macros WHERE macro = 'shard') AS shard_name,
        groupArray(tuple(table, zookeeper_path, mapKeys(mapFilter((name, is_active) -> is_active = 0, replica_is_active)))
          ::Tuple(name String, path String, inactive Array(String))) AS tables
      FROM system.replicas WHERE database = {database:String}`,
  })
  const survivor = getSurvivor(nodes, address)
  const names = new Set(survivor.tables.filter(({ name }) => name.endsWith('_stored')).flatMap(({ inactive }) => inactive))
  const [name] = names
  if (name === undefined)
    throw new StartError(`${address} does not answer, but its replicas still count as alive. Stop the server, and try again in a minute.`)
  if (names.size > 1) throw new StartError(`More than one replica of the shard of ${address} is down. Start the others, then try again.`)

  const query = 'SELECT zookeeper_path AS path FROM system.replicas WHERE database = currentDatabase()'
  const local = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ path: string }>()
  for (const table of survivor.tables) {
    const replica = table.name.endsWith('_stored') ? name : `${survivor.shard_name}_${name}`
    if (!table.inactive.includes(replica)) continue
    // A node rejects the path of a table that it has itself.
    const from = local.some(({ path }) => path === table.path) ? `TABLE ${table.name}` : `ZKPATH '${table.path}'`
    await clickhouse.command({ query: `SYSTEM DROP REPLICA '${replica}' FROM ${from}` })
  }
}

function getSurvivor(nodes: readonly NodeResult<TablesOfNode>[], address: string): TablesOfNode {
  const lost = nodes.find((node) => node.address === address)
  if (lost === undefined)
    throw new StartError(`${address} is not in the cluster. Its nodes: ${nodes.map((node) => node.address).join(', ')}.`)
  if (lost.row !== undefined) throw new StartError(`${address} answers. Stop it first, if you want to give it up.`)
  const survivor = nodes.find(({ shard, row }) => shard === lost.shard && row !== undefined)?.row
  if (survivor === undefined) throw new StartError(`No other replica of the shard of ${address} answers. Start one first.`)
  return survivor
}
