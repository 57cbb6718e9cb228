import type { ClicksQuery, LinkTraffic } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../../access/index.ts'
import { findExistingLinkIds } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { queryLinksTraffic } from '../queries/links-traffic-query.ts'
import { requestedConditions } from '../requested-conditions.ts'
import { requestedRange } from '../requested-range.ts'

/**
 * Returns the links in the order of `url_ids`, without links of other projects. Throws FULL_ANALYTICS_REQUIRED, and as
 * `requestedRange` and `requestedConditions` do.
 */
export async function getLinksTraffic(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { bots, url_ids: linkIds, ...query }: ClicksQuery & { url_ids: readonly string[] },
): Promise<LinkTraffic[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [range, conditions, existing] = await Promise.all([
    requestedRange(deps, ctx, query),
    requestedConditions(deps, ctx, query),
    findExistingLinkIds(ctx, linkIds),
  ])
  if (existing.size === 0) return []
  const traffic = await queryLinksTraffic(deps.clickhouse, ctx.project.id, [...existing], { bots, range, conditions })
  const trafficOf = new Map(traffic.map((link) => [link.url_id, link]))
  return linkIds.filter((id) => existing.has(id)).map((id) => trafficOf.get(id) ?? { url_id: id, clicks: 0, visits: 0 })
}
