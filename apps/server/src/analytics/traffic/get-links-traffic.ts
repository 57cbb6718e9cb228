import type { AnalyticsQuery, LinkTraffic } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../../access/index.ts'
import { findExistingLinkIds } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { queryLinksTraffic } from '../queries/links-traffic-query.ts'
import { requestedRange } from '../requested-range.ts'

/** In the order of `url_ids`, without links that aren't in the project. Throws FULL_ANALYTICS_REQUIRED, and as `requestedRange` does. */
export async function getLinksTraffic(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  ctx: ProjectContext,
  { bots, url_ids: linkIds, ...query }: AnalyticsQuery & { url_ids: readonly string[] },
): Promise<LinkTraffic[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const range = await requestedRange({ clickhouse }, ctx, query)
  const existing = await findExistingLinkIds(ctx, linkIds)
  if (existing.size === 0) return []
  const traffic = await queryLinksTraffic(clickhouse, ctx.project.id, [...existing], { bots, range })
  const trafficOf = new Map(traffic.map((link) => [link.url_id, link]))
  return linkIds.filter((id) => existing.has(id)).map((id) => trafficOf.get(id) ?? { url_id: id, clicks: 0, visits: 0 })
}
