import { StartError } from '../process/start-error.ts'
import { askNodes, type NodeAnswer } from './ask-nodes.ts'
import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable } from './clickhouse-cluster.ts'

interface TablesOfNode {
  database: string
  /** The macro of the shard. */
  shard_name: string
  tables: { name: string; path: string; inactive: string[] }[]
}

/**
 * Gives a lost replica up: the tables of its shard forget it, and nothing waits for it any more. `address` is
 * `host:port` as in `remote_servers`. Throws a StartError that says what to do if the server is not lost, or is the
 * last one of its shard.
 */
export async function dropReplica(clickhouse: ClickHouse, address: string): Promise<void> {
  const cluster = await findClusterOfTable(clickhouse, 'clicks')
  if (cluster === undefined) throw new StartError('The clicks are on one server, which has no replicas.')
  const [current] = await select<{ name: string }>(clickhouse, 'SELECT currentDatabase() AS name')
  const database = current?.name ?? ''
  const nodes = await askNodes<TablesOfNode>(clickhouse, cluster, {
    query: `SELECT (SELECT any(substitution) FROM system.macros WHERE macro = 'shard') AS shard_name,
        groupArray(tuple(table, zookeeper_path, mapKeys(mapFilter((name, is_active) -> is_active = 0, replica_is_active)))
          ::Tuple(name String, path String, inactive Array(String))) AS tables
      FROM system.replicas WHERE database = {database:String}`,
    params: { database },
  })
  const survivor = findSurvivor(nodes, address)
  const names = new Set(survivor.tables.filter(({ name }) => name.endsWith('_stored')).flatMap(({ inactive }) => inactive))
  const [name] = names
  if (name === undefined)
    throw new StartError(`${address} does not answer, but counts as alive for some seconds. Stop it, and try again in a minute.`)
  if (names.size > 1) throw new StartError(`More than one replica of the shard of ${address} is down. Start the others, then try again.`)

  const local = await select<{ name: string; path: string }>(
    clickhouse,
    'SELECT table AS name, zookeeper_path AS path FROM system.replicas WHERE database = currentDatabase()',
  )
  for (const table of survivor.tables) {
    const replica = table.name.endsWith('_stored') ? name : `${survivor.shard_name}_${name}`
    if (!table.inactive.includes(replica)) continue
    // A node that has the table itself takes no path.
    const from = local.some(({ path }) => path === table.path) ? `TABLE ${database}.${table.name}` : `ZKPATH '${table.path}'`
    await clickhouse.command({ query: `SYSTEM DROP REPLICA '${replica}' FROM ${from}` })
  }
}

function findSurvivor(nodes: readonly NodeAnswer<TablesOfNode>[], address: string): TablesOfNode {
  const lost = nodes.find((node) => node.address === address)
  if (lost === undefined)
    throw new StartError(`${address} is not in the cluster. Its nodes: ${nodes.map((node) => node.address).join(', ')}.`)
  if (lost.row !== undefined) throw new StartError(`${address} answers. Stop it first, if you want to give it up.`)
  const survivor = nodes.find(({ shard, row }) => shard === lost.shard && row !== undefined)?.row
  if (survivor === undefined) throw new StartError(`No other replica of the shard of ${address} answers. Start one first.`)
  return survivor
}

async function select<Row>(clickhouse: ClickHouse, query: string): Promise<Row[]> {
  return (await clickhouse.query({ query, format: 'JSONEachRow' })).json<Row>()
}
