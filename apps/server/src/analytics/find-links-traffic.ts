import type { AnalyticsQuery, LinkTraffic } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findExistingLinkIds } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDays } from './asked-days.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { selectTrafficOfLinks } from './queries/index.ts'

/** In the order asked for; links that aren't in the project are left out. Refuses without full analytics, and as `askedDays` does. */
export async function findLinksTraffic(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db'>,
  project: Project,
  { bots, url_ids: linkIds, ...range }: AnalyticsQuery & { url_ids: string[] },
): Promise<LinkTraffic[]> {
  needFullAnalytics(project)
  const days = askedDays(project, deps.clock.now(), range)
  const existing = await findExistingLinkIds(deps, project, linkIds)
  if (existing.size === 0) return []
  const traffic = await selectTrafficOfLinks(deps.clickhouse, project.id, [...existing], { bots, days })
  const trafficOf = new Map(traffic.map((link) => [link.url_id, link]))
  return linkIds.filter((id) => existing.has(id)).map((id) => trafficOf.get(id) ?? { url_id: id, clicks: 0, visits: 0 })
}
