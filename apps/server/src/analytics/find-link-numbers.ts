import type { AnalyticsQuery, Dashboard } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDaysOrAll } from './asked-days.ts'
import { selectLinkNumbers } from './queries/index.ts'

/** The three numbers of one link, of all time unless a range is given. Refuses a link that isn't in the project, and as `askedDays` does. */
export async function findLinkNumbers(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...range }: AnalyticsQuery,
): Promise<Dashboard> {
  const days = askedDaysOrAll(project, deps.clock.now(), range)
  const [numbers] = await Promise.all([
    selectLinkNumbers(deps.clickhouse, project.id, linkId, { bots, days }),
    findLink(deps, project, linkId),
  ])
  return numbers
}
