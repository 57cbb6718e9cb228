import type { Dashboard, LinkClicksQuery, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryConditionalDashboard } from './queries/dashboard-query.ts'
import { requestedLinkConditions } from './requested-conditions.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/**
 * The dashboard of one link, of all time unless a range is given. Throws LINK_NOT_FOUND, and as `requestedRange` and
 * `requestedLinkConditions` do.
 */
export async function getLinkDashboard(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { linkId, bots, ...query }: LinkClicksQuery & { linkId: LinkId },
): Promise<Dashboard> {
  const conditions = requestedLinkConditions(ctx, linkId, query)
  const range = await requestedRangeOrAllTime(deps, ctx, query)
  const [dashboard] = await Promise.all([
    queryConditionalDashboard(deps.clickhouse, ctx.project.id, { bots, range, conditions }),
    getLink(deps, ctx, linkId),
  ])
  return dashboard
}
