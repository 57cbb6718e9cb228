import type { ClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'

interface StubNode {
  address: string
  shard: number
  /** Returns the node's row in the result of a query of all nodes. Undefined if the node does not answer. */
  row(): Record<string, unknown> | undefined
}

/**
 * Returns a client of a stub cluster with these nodes, which runs no SQL. `command` receives each statement. `paths`
 * are the keeper paths of the tables on the node that receives the requests.
 */
export function stubCluster(nodes: readonly StubNode[], command: (statement: string) => void, paths: readonly string[] = []): ClickHouse {
  const listRows = (query: string): Record<string, unknown>[] => {
    if (query.includes('engine_full')) return [{ engine_full: "Distributed('shelf', 'shelf', 'clicks_stored')" }]
    if (query.includes('system.clusters')) return nodes.map(({ address, shard }) => ({ address, shard, database: 'shelf' }))
    if (!query.includes('clusterAllReplicas')) return paths.map((path) => ({ path }))
    return nodes.flatMap(({ row }, nth) => ({ node: nth + 1, ...row() })).filter((row) => Object.keys(row).length > 1)
  }
  // The code under test calls only `query` and `command`, and reads only the rows of a result.
  return {
    query: async ({ query }: { query: string }) => ({ json: async () => listRows(query) }),
    command: async ({ query }: { query: string }) => command(query),
  } as unknown as ClickHouse
}
