import type { AnalyticsQuery, DailyLinkClicks } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDays } from './asked-days.ts'
import { selectLinkClicksByDay } from './queries/index.ts'

/** One entry for each asked day, oldest first. Refuses a link that isn't in the project, and as `askedDays` does. */
export async function findLinkClicks(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...range }: AnalyticsQuery,
): Promise<DailyLinkClicks[]> {
  const days = askedDays(project, deps.clock.now(), range)
  const [clicks] = await Promise.all([
    selectLinkClicksByDay(deps.clickhouse, project.id, linkId, { bots, days }),
    findLink(deps, project, linkId),
  ])
  return clicks
}
