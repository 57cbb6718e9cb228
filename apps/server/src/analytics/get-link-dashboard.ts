import type { AnalyticsQuery, Dashboard, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkDashboard } from './queries/dashboard-query.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/** The dashboard of one link, of all time unless a range is given. Throws LINK_NOT_FOUND, and as `requestedRange` does. */
export async function getLinkDashboard(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { linkId, bots, ...query }: AnalyticsQuery & { linkId: LinkId },
): Promise<Dashboard> {
  const range = await requestedRangeOrAllTime(deps, ctx, query)
  const [dashboard] = await Promise.all([
    queryLinkDashboard(deps.clickhouse, ctx.project.id, linkId, { bots, range }),
    getLink(deps, ctx, linkId),
  ])
  return dashboard
}
