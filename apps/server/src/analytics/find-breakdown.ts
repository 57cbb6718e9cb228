import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDays } from './asked-days.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { selectLinkBreakdown, selectProjectBreakdown } from './queries/index.ts'

/**
 * Clicks and visitors by one property, of the project or of one link, most clicked first; what is not known has its place among them, with an empty
 * name. Refuses without full analytics, a link that isn't in the project, and as `askedDays` does.
 */
export async function findBreakdown(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  { by, bots, limit, url_id: linkId, ...range }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  needFullAnalytics(project)
  const asked = { by, bots, limit, days: askedDays(project, deps.clock.now(), range) }
  if (linkId === undefined) return selectProjectBreakdown(deps.clickhouse, project.id, asked)
  const [rows] = await Promise.all([selectLinkBreakdown(deps.clickhouse, project.id, linkId, asked), findLink(deps, project, linkId)])
  return rows
}
