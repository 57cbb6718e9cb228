// If a node is down or is not configured, a statement with ON CLUSTER fails after a minute, and only on some nodes. So
// the nodes are checked before the first of these statements.
import { ClickHouseError } from '@clickhouse/client'
import { StartError } from '../process/start-error.ts'
import type { ClickHouse } from './clickhouse.ts'
import { queryEachNode } from './query-each-node.ts'

export interface ClusterNode {
  /** `host:port`, as `remote_servers` names it. */
  address: string
  shard: number
  isAnswering: boolean
  /** Whether the node is connected to Keeper or ZooKeeper. */
  hasKeeper: boolean
  /** A macro is empty if the node does not define it. */
  macros: { shard: string; replica: string }
}

/** Must exceed the response time of a working keeper, which is below one second. */
const keeperMs = 10_000

/** Throws a StartError that says what to do if an ON CLUSTER statement cannot succeed on every node. Writes nothing. */
export async function assertCluster(client: ClickHouse, cluster: string): Promise<void> {
  const problem = findClusterProblem(cluster, await selectNodes(client, cluster))
  if (problem !== undefined) throw new StartError(`${problem}; nothing was changed.`)
  await assertKeeper(client)
}

/** Returns the first problem as the beginning of a sentence, or undefined if there is no problem. */
export function findClusterProblem(cluster: string, nodes: readonly ClusterNode[]): string | undefined {
  const joinAddresses = (found: readonly ClusterNode[]) => found.map(({ address }) => address).join(', ')
  if (nodes.length === 0)
    return `ClickHouse has no cluster "${cluster}": add it to remote_servers of every server as deploy/clickhouse/cluster.xml does, or correct CLICKHOUSE_CLUSTER`
  const silent = nodes.filter(({ isAnswering }) => !isAnswering)
  if (silent.length > 0)
    return `No answer from ${joinAddresses(silent)} of the ClickHouse cluster "${cluster}": start every server, or correct remote_servers, then try again`
  const unconnected = nodes.filter(({ hasKeeper }) => !hasKeeper)
  if (unconnected.length > 0)
    return `No connection to Keeper or ZooKeeper from ${joinAddresses(unconnected)}: start it, or correct zookeeper in the settings of these servers, then try again`
  const unnamed = nodes.filter(({ macros }) => !macros.shard || !macros.replica)
  if (unnamed.length > 0)
    return `The macros shard and replica are missing on ${joinAddresses(unnamed)}: define them as deploy/clickhouse/cluster.xml does, then try again`
  const byReplica = Map.groupBy(nodes, ({ macros }) => `${macros.shard} ${macros.replica}`)
  const equal = [...byReplica.values()].find((found) => found.length > 1)
  if (equal !== undefined)
    return `The macros shard and replica are the same on ${joinAddresses(equal)}: give each server a replica of its own, then try again`
  const byShard = Map.groupBy(nodes, ({ shard }) => shard)
  const split = [...byShard.values()].find((found) => new Set(found.map(({ macros }) => macros.shard)).size > 1)
  if (split !== undefined)
    return `The macro shard differs on ${joinAddresses(split)}, which are one shard of remote_servers: make it the same, then try again`
  return undefined
}

interface NodeState {
  hasKeeper: boolean
  shardMacro: string
  replicaMacro: string
}

async function selectNodes(client: ClickHouse, cluster: string): Promise<ClusterNode[]> {
  const macro = (name: string) => `(SELECT any(substitution) FROM system.macros WHERE macro = '${name}')`
  const query = `SELECT ${macro('shard')} AS shardMacro, ${macro('replica')} AS replicaMacro, value > 0 AS hasKeeper
    FROM system.metrics WHERE metric = 'ZooKeeperSession'`
  try {
    const nodes = await queryEachNode<NodeState>(client, cluster, { query })
    return nodes.map(({ address, shard, row }) => ({
      address,
      shard,
      isAnswering: row !== undefined,
      hasKeeper: Boolean(row?.hasKeeper),
      macros: { shard: row?.shardMacro ?? '', replica: row?.replicaMacro ?? '' },
    }))
  } catch (cause) {
    if (!(cause instanceof ClickHouseError)) throw cause
    throw new StartError(
      `The servers of the ClickHouse cluster "${cluster}" can't query each other (${toFirstLine(cause)}): correct remote_servers, then try again; nothing was changed.`,
      { cause },
    )
  }
}

/**
 * Throws a StartError if the keeper does not respond, although nodes are connected to it. ClickHouse reads the queue of
 * statements with ON CLUSTER from the keeper.
 */
async function assertKeeper(client: ClickHouse): Promise<void> {
  const silence = AbortSignal.timeout(keeperMs)
  try {
    await (await client.query({ query: 'SELECT entry FROM system.distributed_ddl_queue LIMIT 1', abort_signal: silence })).text()
  } catch (cause) {
    if (!silence.aborted && !(cause instanceof ClickHouseError)) throw cause
    const reason = silence.aborted ? `no answer within ${keeperMs / 1000} seconds` : toFirstLine(cause as Error)
    throw new StartError(`ClickHouse can't use its Keeper or ZooKeeper (${reason}): restart it, then try again; nothing was changed.`, {
      cause,
    })
  }
}

function toFirstLine({ message }: Error): string {
  return message.split('\n', 1).join()
}
