import type { AnalyticsOverview } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { countActiveLinks } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lastDays } from './click-days.ts'
import { selectMostClickedLinks, selectProjectClicks, selectProjectClicksByDay } from './click-queries.ts'

const daysOfLastMonth = 30
const topLinks = 10

/** Everything of the overview page. Days are those of `timeZone`, an IANA name; the organization's window bounds charts and top links, not totals. */
export async function findOverview(
  platform: Pick<Platform, 'clickhouse' | 'clock' | 'db'>,
  project: Project,
  timeZone: string,
): Promise<AnalyticsOverview> {
  const { clickhouse, clock } = platform
  const now = clock.now()
  const window = lastDays(now, timeZone, project.dashboardDays)
  const month = lastDays(now, timeZone, daysOfLastMonth)

  const [counted, clicksByDay, topPerformingLinks, activeLinks] = await Promise.all([
    selectProjectClicks(clickhouse, project.id, month),
    selectProjectClicksByDay(clickhouse, project.id, window),
    selectMostClickedLinks(clickhouse, project.id, window, topLinks),
    countActiveLinks(platform, project),
  ])
  return { totalClicks: counted.everClicks, clicksLastMonth: counted.clicks, activeLinks, topPerformingLinks, clicksByDay }
}
