import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'

/** The name of a table where its rows are, as a statement that changes them says it: on a cluster, on every node. */
export type StoredName = (table: string) => string

/** Reads from the store whether it is one node or a cluster. */
export async function findStoredName(clickhouse: ClickHouse): Promise<StoredName> {
  const answer = await clickhouse.query({
    query: "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'",
    format: 'JSONEachRow',
  })
  const [table] = await answer.json<{ engine_full: string }>()
  const cluster = /^Distributed\('(?<cluster>\w+)'/.exec(table?.engine_full ?? '')?.groups?.cluster
  return cluster === undefined ? (name) => name : (name) => `${name}_stored ON CLUSTER ${cluster}`
}
