import type { AnalyticsQuery, LinkClicksOnDay } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { askedDays } from './asked-days.ts'
import { selectLinkClicksByDay } from './questions/index.ts'

/** One entry for each asked day, oldest first. Refuses a link that isn't in the project, and as `askedDays` does. */
export async function findLinkClicks(
  platform: Pick<Platform, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, ...range }: AnalyticsQuery,
): Promise<LinkClicksOnDay[]> {
  const days = askedDays(project, platform.clock.now(), range)
  const [clicks] = await Promise.all([
    selectLinkClicksByDay(platform.clickhouse, project.id, linkId, { bots, days }),
    findLink(platform, project, linkId),
  ])
  return clicks
}
