import type { AnalyticsQuery, DailyLinkClicks } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkClicks } from './queries/link-clicks-query.ts'
import { requestedRange } from './requested-range.ts'

/** One entry per day of the range, oldest first. Throws LINK_NOT_FOUND, and as `requestedRange` does. */
export async function getLinkClicks(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...query }: AnalyticsQuery,
): Promise<DailyLinkClicks[]> {
  const range = requestedRange(project, deps.clock.now(), query)
  const [days] = await Promise.all([queryLinkClicks(deps.clickhouse, project.id, linkId, { bots, range }), findLink(deps, project, linkId)])
  return days
}
