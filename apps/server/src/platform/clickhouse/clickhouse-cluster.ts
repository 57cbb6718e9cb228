/**
 * Fills in what differs between one node and a cluster. On one node a table is a table; on a cluster it is a replicated table on every
 * shard, named `…_stored`, behind a distributed table that carries the plain name. Rows go to the shard of their project, and views run
 * on the shard, so nothing of one project is ever spread.
 *
 *   {stored clicks}             the name where the table is made         {engine MergeTree}       its engine
 *   {source clicks}             the name a view reads or writes          {view clicks_view}       the plain name, to make or change
 *   {front clicks}              the distributed table, as one statement  {deduplication_window}   the setting's name
 */
export function forCluster(sql: string, cluster: string | undefined): string {
  if (cluster !== undefined && !/^\w+$/.test(cluster)) throw new Error(`A cluster's name has letters, digits and underscores: ${cluster}`)
  const fill = cluster === undefined ? onOneNode : onCluster(cluster)
  return sql.replace(/\{(?<word>[a-z_]+)(?: (?<name>\w+))?\}/g, (placeholder: string, word: string, name = '') => {
    const filled = fill[word]
    if (filled === undefined) throw new Error(`Unknown placeholder ${placeholder}`)
    return filled(name)
  })
}

type Fill = Readonly<Record<string, (name: string) => string>>

const onOneNode: Fill = {
  stored: (name) => name,
  source: (name) => name,
  view: (name) => name,
  engine: (name) => name,
  front: () => '',
  deduplication_window: () => 'non_replicated_deduplication_window',
}

function onCluster(cluster: string): Fill {
  return {
    stored: (name) => `${name}_stored ON CLUSTER ${cluster}`,
    source: (name) => `${name}_stored`,
    view: (name) => `${name} ON CLUSTER ${cluster}`,
    engine: (name) => `Replicated${name}`,
    front: (name) =>
      `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER ${cluster} AS ${name}_stored ` +
      `ENGINE = Distributed(${cluster}, currentDatabase(), ${name}_stored, sipHash64(project_id))`,
    deduplication_window: () => 'replicated_deduplication_window',
  }
}
