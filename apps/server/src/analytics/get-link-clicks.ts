import type { AnalyticsQuery, DailyLinkClicks, LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkClicks } from './queries/link-clicks-query.ts'
import { requestedRange } from './requested-range.ts'

/** One entry per day of the range, oldest first. Throws LINK_NOT_FOUND, and as `requestedRange` does. */
export async function getLinkClicks(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { linkId, bots, ...query }: AnalyticsQuery & { linkId: LinkId },
): Promise<DailyLinkClicks[]> {
  const range = await requestedRange(deps, ctx, query)
  const [days] = await Promise.all([queryLinkClicks(deps.clickhouse, ctx.project.id, linkId, { bots, range }), getLink(deps, ctx, linkId)])
  return days
}
