import { inject } from 'vitest'
import { type ClickHouse, openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { splitAddresses } from '../../src/platform/clickhouse/clickhouse-addresses.ts'

/** Returns the URL of each cluster node, with the database of `url`. Empty if the tests run without a cluster. */
export async function findNodeUrls(url: string): Promise<string[]> {
  const cluster = inject('clickhouseCluster')
  if (cluster === undefined) return []
  const client = openClickHouse(url)
  const select = async <Row>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
  const hosts = await select<{ host: string }>(
    `SELECT host_name AS host FROM system.clusters WHERE cluster = '${cluster}' ORDER BY shard_num, replica_num`,
  )
  const ports = await select<{ port: number }>(
    `SELECT getServerPort('http_port') AS port FROM clusterAllReplicas(${cluster}, system.one) ORDER BY _shard_num`,
  )
  await client.close()
  return hosts.map(
    ({ host }, nth) => Object.assign(new URL(splitAddresses(url)[0]), { hostname: host, port: String(ports[nth]?.port) }).href,
  )
}

export async function hasCluster(clickhouse: ClickHouse, name: string): Promise<boolean> {
  const result = await clickhouse.query({ query: `SELECT 1 FROM system.clusters WHERE cluster = '${name}'`, format: 'JSONEachRow' })
  return (await result.json()).length > 0
}
