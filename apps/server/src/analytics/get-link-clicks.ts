import type { DailyLinkClicks, LinkClicksQuery, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkClicks } from './queries/link-clicks-query.ts'
import { requestedLinkConditions } from './requested-conditions.ts'
import { requestedRange } from './requested-range.ts'

/**
 * Returns one entry per day of the range, oldest first. Throws LINK_NOT_FOUND, and as `requestedRange` and
 * `requestedLinkConditions` do.
 */
export async function getLinkClicks(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { linkId, bots, ...query }: LinkClicksQuery & { linkId: LinkId },
): Promise<DailyLinkClicks[]> {
  const conditions = requestedLinkConditions(ctx, linkId, query)
  const range = await requestedRange(deps, ctx, query)
  const [days] = await Promise.all([
    queryLinkClicks(deps.clickhouse, ctx.project.id, linkId, { bots, range, conditions }),
    getLink(deps, ctx, linkId),
  ])
  return days
}
