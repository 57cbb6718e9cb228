import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { queryLinkBreakdown, queryProjectBreakdown } from './queries/breakdown-query.ts'
import { requestedRange } from './requested-range.ts'

/**
 * Clicks and visitors by one property, of the project or of one link, most clicked first; unknown values are a row with an empty name. Throws
 * FULL_ANALYTICS_REQUIRED and LINK_NOT_FOUND, and as `requestedRange` does.
 */
export async function getBreakdown(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  { by, bots, limit, url_id: linkId, ...query }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  needFullAnalytics(project)
  const filter = { by, bots, limit, range: requestedRange(project, deps.clock.now(), query) }
  if (linkId === undefined) return queryProjectBreakdown(deps.clickhouse, project.id, filter)
  const [rows] = await Promise.all([queryLinkBreakdown(deps.clickhouse, project.id, linkId, filter), findLink(deps, project, linkId)])
  return rows
}
