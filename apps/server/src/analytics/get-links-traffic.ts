import type { AnalyticsQuery, LinkTraffic } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findExistingLinkIdsLegacy } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { queryLinksTraffic } from './queries/links-traffic-query.ts'
import { requestedRange } from './requested-range.ts'

/** In the order of `url_ids`, without links that aren't in the project. Throws FULL_ANALYTICS_REQUIRED, and as `requestedRange` does. */
export async function getLinksTraffic(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db'>,
  project: Project,
  { bots, url_ids: linkIds, ...query }: AnalyticsQuery & { url_ids: string[] },
): Promise<LinkTraffic[]> {
  needFullAnalytics(project)
  const range = requestedRange(project, deps.clock.now(), query)
  const existing = await findExistingLinkIdsLegacy(deps, project, linkIds)
  if (existing.size === 0) return []
  const traffic = await queryLinksTraffic(deps.clickhouse, project.id, [...existing], { bots, range })
  const trafficOf = new Map(traffic.map((link) => [link.url_id, link]))
  return linkIds.filter((id) => existing.has(id)).map((id) => trafficOf.get(id) ?? { url_id: id, clicks: 0, visits: 0 })
}
