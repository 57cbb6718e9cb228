import type { Deps } from '../platform/deps.ts'

/** Sets for how many months single clicks are kept; the sums made of them stay. Asks nothing of the store when it is so already. */
export async function keepClicksFor(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  months: number,
  { cluster }: { cluster?: string } = {},
): Promise<void> {
  const stored = cluster === undefined ? 'clicks' : 'clicks_stored'
  const answer = await clickhouse.query({
    query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
    query_params: { stored },
    format: 'JSONEachRow',
  })
  const [table] = await answer.json<{ engine_full: string }>()
  if (table === undefined || table.engine_full.includes(`toIntervalMonth(${months})`)) return
  const everywhere = cluster === undefined ? '' : ' ON CLUSTER {cluster:Identifier}'
  await clickhouse.command({
    query: `ALTER TABLE {stored:Identifier}${everywhere} MODIFY TTL toDateTime(at) + toIntervalMonth({months:UInt16}) DELETE`,
    query_params: { stored, cluster, months },
  })
}
