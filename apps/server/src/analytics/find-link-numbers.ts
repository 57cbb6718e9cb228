import type { AnalyticsDashboard, AnalyticsQuery } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { askedDaysOrAll } from './asked-days.ts'
import { selectLinkNumbers } from './questions/index.ts'

/** The three numbers of one link, of all time unless a range is given. Refuses a link that isn't in the project, and as `askedDays` does. */
export async function findLinkNumbers(
  platform: Pick<Platform, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...range }: AnalyticsQuery,
): Promise<AnalyticsDashboard> {
  const days = askedDaysOrAll(project, platform.clock.now(), range)
  const [numbers] = await Promise.all([
    selectLinkNumbers(platform.clickhouse, project.id, linkId, { bots, days }),
    findLink(platform, project, linkId),
  ])
  return numbers
}
