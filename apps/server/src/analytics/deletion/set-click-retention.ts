import type { Deps } from '../../platform/deps.ts'

const tables = ['clicks', 'page_views']

/** Sets how many months single clicks and page views are stored; rollups do not expire. Changes nothing where a table has this retention already. */
export async function setClickRetention(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  months: number,
  { cluster }: { cluster?: string } = {},
): Promise<void> {
  const onCluster = cluster === undefined ? '' : ' ON CLUSTER {cluster:Identifier}'
  for (const name of tables) {
    const stored = cluster === undefined ? name : `${name}_stored`
    const result = await clickhouse.query({
      query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
      query_params: { stored },
      format: 'JSONEachRow',
    })
    const [table] = await result.json<{ engine_full: string }>()
    if (table === undefined || table.engine_full.includes(`toIntervalMonth(${months})`)) continue
    await clickhouse.command({
      query: `ALTER TABLE {stored:Identifier}${onCluster} MODIFY TTL toDateTime(at) + toIntervalMonth({months:UInt16}) DELETE`,
      query_params: { stored, cluster, months },
    })
  }
}
