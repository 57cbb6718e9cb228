import type { AnalyticsOverview, LinkClicks } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { countActiveLinks, findExistingLinkIds } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type ClickDays, lastDays } from './click-days.ts'
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
    findTopLinks(platform, project, window),
    countActiveLinks(platform, project),
  ])
  return { totalClicks: counted.everClicks, clicksLastMonth: counted.clicks, activeLinks, topPerformingLinks, clicksByDay }
}

/** The store of clicks remembers links that were deleted since: when they crowd out the others, more are asked for. */
async function findTopLinks(platform: Pick<Platform, 'clickhouse' | 'db'>, project: Project, window: ClickDays): Promise<LinkClicks[]> {
  for (let count = topLinks; ; count *= 4) {
    const candidates = await selectMostClickedLinks(platform.clickhouse, project.id, window, count)
    const existing = await findExistingLinkIds(
      platform,
      project,
      candidates.map((link) => link.url_id),
    )
    const kept = candidates.filter((link) => existing.has(link.url_id))
    if (kept.length >= topLinks || candidates.length < count) return kept.slice(0, topLinks)
  }
}
