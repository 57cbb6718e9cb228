import type { LinkClicksOnDay } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lastDays } from './click-days.ts'
import { selectLinkClicksByDay } from './click-queries.ts'

/** One entry a day of the organization's window, oldest first. Refuses a link that isn't in the project. */
export async function findLinkClicks(
  platform: Pick<Platform, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  timeZone: string,
): Promise<LinkClicksOnDay[]> {
  const link = await findLink(platform, project, linkId)
  return selectLinkClicksByDay(
    platform.clickhouse,
    project.id,
    link.url_id,
    lastDays(platform.clock.now(), timeZone, project.dashboardDays),
  )
}
