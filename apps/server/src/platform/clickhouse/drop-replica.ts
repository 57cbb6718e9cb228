import { StartError } from '../process/start-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { findClusterOfTable } from './clickhouse-cluster.ts'
import { type NodeResult, queryEachNode } from './query-each-node.ts'

interface ReplicatedTable {
  name: string
  path: string
  /** 1 for each replica that is connected to the keeper, 0 for the others. */
  replicas: Record<string, number>
}

interface ReplicaNode {
  /** The macros `shard` and `replica` of the node. */
  shard_name: string
  replica_name: string
  tables: ReplicatedTable[]
}

/**
 * Removes a lost replica from the replicated tables, so that nothing waits for the replica. `address` is `host:port` as
 * in `remote_servers`. If the process is killed, the removal can be repeated. Throws a StartError that says what to do
 * if the server at `address` still answers, or if another server of its shard does not answer.
 */
export async function dropReplica(clickhouse: ClickHouse, address: string): Promise<void> {
  const cluster = await findClusterOfTable(clickhouse, 'clicks')
  if (cluster === undefined) throw new StartError('The clicks are on one server, which has no replicas.')
  const macro = (name: string) => `(SELECT any(substitution) FROM system.macros WHERE macro = '${name}')`
  const nodes = await queryEachNode<ReplicaNode>(clickhouse, cluster, {
    query: `SELECT ${macro('shard')} AS shard_name, ${macro('replica')} AS replica_name,
        groupArray(tuple(table, zookeeper_path, replica_is_active)::Tuple(name String, path String, replicas Map(String, UInt8))) AS tables
      FROM system.replicas WHERE database = {database:String}`,
  })
  const { survivor, names } = getSurvivor(nodes, address)
  const name = findLostReplica(survivor, names, address)
  if (name === undefined) return

  const query = 'SELECT zookeeper_path AS path FROM system.replicas WHERE database = currentDatabase()'
  const local = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ path: string }>()
  // Tables with rows come last, because a repeated run of this command reads the lost replica's name from them.
  for (const table of survivor.tables.toSorted((one, other) => Number(hasRows(one)) - Number(hasRows(other)))) {
    const replica = hasRows(table) ? name : `${survivor.shard_name}_${name}`
    if (table.replicas[replica] === undefined) continue
    // A node rejects ZKPATH for a table that it stores itself, so such a table is given by its name.
    const from = local.some(({ path }) => path === table.path) ? `TABLE ${table.name}` : `ZKPATH '${table.path}'`
    await clickhouse.command({ query: `SYSTEM DROP REPLICA '${replica}' FROM ${from}` })
  }
}

/**
 * Returns whether the table stores rows of the product. `schema_migrations` is the only table that does not, and all
 * nodes of the cluster are its replicas.
 */
function hasRows({ name }: ReplicatedTable): boolean {
  return name.endsWith('_stored')
}

/** Returns an answering node of the lost node's shard, and the names of the shard's replicas that answer. */
function getSurvivor(nodes: readonly NodeResult<ReplicaNode>[], address: string): { survivor: ReplicaNode; names: Set<string> } {
  const lost = nodes.find((node) => node.address === address)
  if (lost === undefined)
    throw new StartError(`${address} is not in the cluster. Its nodes: ${nodes.map((node) => node.address).join(', ')}.`)
  if (lost.row !== undefined) throw new StartError(`${address} answers. Stop it first, if you want to give it up.`)
  const others = nodes.filter((node) => node.shard === lost.shard && node !== lost)
  const answering = others.flatMap(({ row }) => row ?? [])
  const survivor = answering.find(({ tables }) => tables.length > 0)
  if (survivor === undefined) throw new StartError(`No other replica of the shard of ${address} answers. Start one first.`)
  if (answering.length < others.length) failTooManyDown(address)
  return { survivor, names: new Set(answering.map(({ replica_name }) => replica_name)) }
}

/** Returns the name of the lost replica. Undefined if it was removed before. */
function findLostReplica({ tables }: ReplicaNode, answering: ReadonlySet<string>, address: string): string | undefined {
  const lost = tables.filter(hasRows).flatMap(({ replicas }) => Object.entries(replicas).filter(([name]) => !answering.has(name)))
  if (lost.some(([, isActive]) => isActive === 1))
    throw new StartError(`${address} does not answer, but its replicas still count as alive. Stop the server, and try again in a minute.`)
  const [name, ...others] = new Set(lost.map(([replica]) => replica))
  if (others.length > 0) failTooManyDown(address)
  return name
}

function failTooManyDown(address: string): never {
  throw new StartError(
    `More than one replica of the shard of ${address} is down. Start the others, or delete removed servers from remote_servers, then try again.`,
  )
}
