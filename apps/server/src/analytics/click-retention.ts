import { assertCluster } from '../platform/clickhouse/assert-cluster.ts'
import { toOnClusterClause, toOnClusterSettings } from '../platform/clickhouse/clickhouse-cluster.ts'
import type { ClickDeps } from '../platform/deps.ts'

const expiringTables = ['clicks', 'page_views']

/**
 * Sets how many months single clicks and page views are stored; rollups do not expire. Skips tables
 * that have this retention already.
 */
export async function setClickRetention(
  { clickhouse }: Pick<ClickDeps, 'clickhouse'>,
  months: number,
  { cluster }: { cluster?: string } = {},
): Promise<void> {
  for (const name of expiringTables) {
    const stored = cluster === undefined ? name : `${name}_stored`
    const result = await clickhouse.query({
      query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
      query_params: { stored },
      format: 'JSONEachRow',
    })
    const [table] = await result.json<{ engine_full: string }>()
    const interval = `toIntervalMonth(${months})`
    if (table === undefined || table.engine_full.includes(interval)) continue
    if (cluster !== undefined) await assertCluster(clickhouse, cluster)
    // The number of months is part of the SQL text and not a parameter. A server stores a parameter together with its
    // cast, so the stored definition would not contain `interval`, and every start would alter the table again.
    await clickhouse.command({
      query: `ALTER TABLE {stored:Identifier}${toOnClusterClause(cluster)} MODIFY TTL toDateTime(at) + ${interval} DELETE`,
      query_params: { stored },
      clickhouse_settings: toOnClusterSettings(cluster),
    })
  }
}

/** Returns how many months single clicks are stored. Throws if they do not expire. */
export async function getClickRetentionMonths(...store: Parameters<typeof findClickRetentionMonths>): Promise<number> {
  const months = await findClickRetentionMonths(...store)
  if (months === undefined) throw new Error('The table of clicks has no retention')
  return months
}

/** Returns how many months single clicks are stored. Returns undefined if they do not expire. */
export async function findClickRetentionMonths(
  { clickhouse }: Pick<ClickDeps, 'clickhouse'>,
  { cluster }: { cluster?: string } = {},
): Promise<number | undefined> {
  const result = await clickhouse.query({
    query: 'SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {stored:String}',
    query_params: { stored: cluster === undefined ? 'clicks' : 'clicks_stored' },
    format: 'JSONEachRow',
  })
  const [table] = await result.json<{ engine_full: string }>()
  const months = /toIntervalMonth\((?<months>\d+)\)/.exec(table?.engine_full ?? '')?.groups?.months
  return months === undefined ? undefined : Number(months)
}
