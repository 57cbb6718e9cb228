import type { ClickHouseSettings } from '@clickhouse/client'
import type { ClickHouse } from './failover-client.ts'

/** Matches cluster names that need no quotes in SQL. */
export const clusterNamePattern = /^[a-z_]\w*$/i

/**
 * Returns the clause that runs a statement on every node, with a leading space. Returns an empty string if there is no
 * cluster. The name is part of the text, because ClickHouse accepts no parameter here. Throws if the name would need
 * quotes.
 */
export function toOnClusterClause(cluster: string | undefined): string {
  if (cluster === undefined) return ''
  if (!clusterNamePattern.test(cluster))
    throw new Error(`A cluster's name has letters, digits and underscores, and no digit first: ${cluster}`)
  return ` ON CLUSTER ${cluster}`
}

/** Returns the cluster of a Distributed table. Undefined if the table is not distributed or does not exist. */
export async function findClusterOfTable(clickhouse: ClickHouse, table: string): Promise<string | undefined> {
  const result = await clickhouse.query({
    query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    query_params: { table },
    format: 'JSONEachRow',
  })
  const [found] = await result.json<{ engine_full: string }>()
  return /^Distributed\('(?<cluster>\w+)'/.exec(found?.engine_full ?? '')?.groups?.cluster
}

/**
 * Settings of a statement with an ON CLUSTER clause. The response begins after every node has answered, so a failure on
 * any node is an error. The timeout is shorter than the client's, so the error can name the nodes that are down.
 * `alter_sync`: one replica changes the table, and answers when the other replicas have changed it too.
 */
export function toOnClusterSettings(cluster: string | undefined): ClickHouseSettings {
  return cluster === undefined ? {} : { wait_end_of_query: 1, distributed_ddl_task_timeout: '45', alter_sync: '2' }
}

/**
 * With these settings, a read on a cluster sees the rows of earlier writes. Whichever node receives the request, the
 * first replica of each shard in `remote_servers` stores and reads rows as long as it can be reached. Other replicas
 * lag up to two seconds, and a hedged request would also read from them. A replica that was down is read again when it
 * lags at most one second (`max_replica_delay_for_distributed_queries`). Reads omit rows whose deletion the replica has
 * not executed yet (`apply_mutations_on_fly`). An insert is answered after the shards have stored the rows.
 */
const readAfterWrite = {
  load_balancing: 'in_order',
  prefer_localhost_replica: 0,
  use_hedged_requests: 0,
  max_replica_delay_for_distributed_queries: '1',
  apply_mutations_on_fly: 1,
  insert_distributed_sync: 1,
} as const

/**
 * With these settings, each shard runs the subqueries of IN and JOIN on its own rows, because all rows of a project are
 * on one shard. The result is right if both sides have rows of one project, or are compared by project. A query that
 * compares `project_id` with a constant runs only on the shard of the project; ClickHouse ignores such a comparison
 * inside `indexHint`.
 */
const projectOnOneShard = {
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
} as const

/** Settings of every request. */
export const requestSettings = { ...readAfterWrite, ...projectOnOneShard } as const

/**
 * Settings of a query that runs on every node. Nodes that are down are skipped. Nodes that accept a connection but stay
 * silent for five seconds are skipped too.
 */
export const answeringNodes = {
  skip_unavailable_shards: 1,
  connections_with_failover_max_tries: '1',
  handshake_timeout_ms: 5_000,
} as const

/**
 * Makes a single node run an `INSERT … SELECT`. By default, each shard runs the statement as written, and looks up the
 * tables of its subqueries in the account's default database, which may not be the client's database.
 */
export const insertSelectOnOneNode = { parallel_distributed_insert_select: '0' } as const

/**
 * Replaces the placeholders for SQL that differs between a single node and a cluster. On a cluster, rows are stored in
 * a replicated table on every shard, named `…_stored`. A distributed table with the plain name forwards queries to it.
 * Rows go to the shard of their project, and views run on the shard, so all data of a project is on one shard.
 *
 *   {stored clicks}         the stored table, in a statement that creates, changes or drops it
 *   {source clicks}         the stored table in any other place, for example in the query of a view
 *   {view clicks_view}      a view or a distributed table, in a statement that creates, changes or drops it
 *   {engine MergeTree}      the engine of the stored table
 *   {front clicks}          the statement that creates the distributed table; empty on a single node
 *   {deduplication_window}  the name of the deduplication setting, which depends on the engine
 */
export function fillClusterPlaceholders(sql: string, cluster: string | undefined): string {
  const fill = cluster === undefined ? singleNodeClauses : createClusterClauses(cluster)
  return sql.replace(/\{(?<word>[a-z_]+)(?: (?<name>\w+))?\}/g, (placeholder: string, word: string, name = '') => {
    const filled = fill[word]
    if (filled === undefined) throw new Error(`Unknown placeholder ${placeholder}`)
    return filled(name)
  })
}

type ClauseByWord = Readonly<Record<string, (name: string) => string>>

const singleNodeClauses: ClauseByWord = {
  stored: (name) => name,
  source: (name) => name,
  view: (name) => name,
  engine: (name) => name,
  front: () => '',
  deduplication_window: () => 'non_replicated_deduplication_window',
}

function createClusterClauses(cluster: string): ClauseByWord {
  const clause = toOnClusterClause(cluster)
  return {
    stored: (name) => `${name}_stored${clause}`,
    source: (name) => `${name}_stored`,
    view: (name) => `${name}${clause}`,
    engine: (name) => `Replicated${name}`,
    front: (name) =>
      `CREATE TABLE IF NOT EXISTS ${name}${clause} AS ${name}_stored ` +
      `ENGINE = Distributed(${cluster}, currentDatabase(), ${name}_stored, sipHash64(project_id))`,
    deduplication_window: () => 'replicated_deduplication_window',
  }
}
