import type { AnalyticsQuery, Dashboard } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkDashboard } from './queries/dashboard-query.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/** The dashboard of one link, of all time unless a range is given. Throws LINK_NOT_FOUND, and as `requestedRange` does. */
export async function getLinkDashboard(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...query }: AnalyticsQuery,
): Promise<Dashboard> {
  const range = requestedRangeOrAllTime(project, deps.clock.now(), query)
  const [dashboard] = await Promise.all([
    queryLinkDashboard(deps.clickhouse, project.id, linkId, { bots, range }),
    findLink(deps, project, linkId),
  ])
  return dashboard
}
