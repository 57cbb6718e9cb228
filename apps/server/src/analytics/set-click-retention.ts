import type { Deps } from '../platform/deps.ts'

/** Sets how many months single clicks are stored; rollups do not expire. Changes nothing when the table has this retention already. */
export async function setClickRetention(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  months: number,
  { cluster }: { cluster?: string } = {},
): Promise<void> {
  const stored = cluster === undefined ? 'clicks' : 'clicks_stored'
  const result = await clickhouse.query({
    query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
    query_params: { stored },
    format: 'JSONEachRow',
  })
  const [table] = await result.json<{ engine_full: string }>()
  if (table === undefined || table.engine_full.includes(`toIntervalMonth(${months})`)) return
  const onCluster = cluster === undefined ? '' : ' ON CLUSTER {cluster:Identifier}'
  await clickhouse.command({
    query: `ALTER TABLE {stored:Identifier}${onCluster} MODIFY TTL toDateTime(at) + toIntervalMonth({months:UInt16}) DELETE`,
    query_params: { stored, cluster, months },
  })
}
