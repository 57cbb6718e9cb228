import type { ClickHouseSettings } from '@clickhouse/client'
import type { ClickHouse } from './failover-client.ts'

/** A cluster's name that needs no quotes. */
export const clusterName = /^[a-z_]\w*$/i

/**
 * The clause that runs a statement on every node, with the space before it; empty without a cluster. The name is part
 * of the text, because ClickHouse takes no parameter here. Throws at a name that would need quotes.
 */
export function onCluster(cluster: string | undefined): string {
  if (cluster === undefined) return ''
  if (!clusterName.test(cluster)) throw new Error(`A cluster's name has letters, digits and underscores, and no digit first: ${cluster}`)
  return ` ON CLUSTER ${cluster}`
}

/** The cluster that the table is distributed over; undefined without one, and without the table. */
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
 * Settings of a statement with that clause. The response begins after every node has answered, so that it is an error
 * when one of them fails; nodes that are down are named before the client gives up. `alter_sync`: one replica changes
 * the table, and answers when the others have changed it too.
 */
export function onClusterSettings(cluster: string | undefined): ClickHouseSettings {
  return cluster === undefined ? {} : { wait_end_of_query: 1, distributed_ddl_task_timeout: '45', alter_sync: '2' }
}

/**
 * On a cluster, a read sees what was written before it. Whichever node takes the request, the first replica of each
 * shard in `remote_servers` stores rows and reads them while it can be reached. Other replicas lag up to two seconds; a
 * hedged request would read from them too. A replica that is back after it was down is read again once it has all rows;
 * until it has deleted what was deleted meanwhile, reads leave that out. The response to an insert comes after the
 * shards have stored the rows.
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
 * The rows of a project are on one shard. So a shard runs the subqueries of IN and JOIN on its own rows: that is right
 * where both sides have the rows of one project, or are compared by project. A query with the condition
 * `project_id = …` asks the project's shard alone, and needs no other. ClickHouse does not look into `indexHint`.
 */
const projectOnOneShard = {
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
} as const

/** Settings of every request. */
export const requestSettings = { ...readAfterWrite, ...projectOnOneShard } as const

/**
 * Settings of a query of every node: nodes that are down are left out, and so are nodes that accept a connection and
 * stay silent for five seconds.
 */
export const answeringNodes = {
  skip_unavailable_shards: 1,
  connections_with_failover_max_tries: '1',
  handshake_timeout_ms: 5_000,
} as const

/**
 * Settings of an INSERT of a SELECT: one node runs it. By default each shard runs it as it is written, and looks up the
 * tables of its subqueries in the default database of the account, which may be another one.
 */
export const insertSelectOnOneNode = { parallel_distributed_insert_select: '0' } as const

/**
 * Replaces the placeholders for what differs between one node and a cluster. On a cluster a table is a replicated table
 * on every shard, named `…_stored`, behind a distributed table with the plain name. Rows go to the shard of their
 * project, and views run on the shard, so the data of a project is on one shard.
 *
 *   {stored clicks}             the name to create the table with        {engine MergeTree}       its engine
 *   {source clicks}             the name that a view reads or writes     {view clicks_view}       the plain name, to create or alter
 *   {front clicks}              the distributed table, as one statement  {deduplication_window}   the setting's name
 */
export function fillClusterPlaceholders(sql: string, cluster: string | undefined): string {
  const fill = cluster === undefined ? singleNodeClauses : clusterClauses(cluster)
  return sql.replace(/\{(?<word>[a-z_]+)(?: (?<name>\w+))?\}/g, (placeholder: string, word: string, name = '') => {
    const filled = fill[word]
    if (filled === undefined) throw new Error(`Unknown placeholder ${placeholder}`)
    return filled(name)
  })
}

type Fill = Readonly<Record<string, (name: string) => string>>

const singleNodeClauses: Fill = {
  stored: (name) => name,
  source: (name) => name,
  view: (name) => name,
  engine: (name) => name,
  front: () => '',
  deduplication_window: () => 'non_replicated_deduplication_window',
}

function clusterClauses(cluster: string): Fill {
  const clause = onCluster(cluster)
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
