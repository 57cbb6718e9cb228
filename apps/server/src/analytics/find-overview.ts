import type { AnalyticsQuery, BotFilter, Overview, TopPerformingLink } from '@linkshelf/contract'
import type { Project } from '../access/index.ts'
import { countActiveLinks, findExistingLinkIds } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDays } from './asked-days.ts'
import { type ClickDays, lastDays } from './click-days.ts'
import { selectMostClickedLinks, selectProjectClicksFrom } from './queries/index.ts'

const daysOfLastMonth = 30
const topLinks = 10

/** Everything of the overview page. The asked days bound charts and top links, not totals. Refuses as `askedDays` does. */
export async function findOverview(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db'>,
  project: Project,
  { bots, ...range }: AnalyticsQuery,
): Promise<Overview> {
  const { clickhouse, clock } = deps
  const now = clock.now()
  const days = askedDays(project, now, range)
  const month = lastDays(now, range.tz, daysOfLastMonth)

  const starts = [...new Set([...days.starts, days.end, ...month.starts, month.end])].sort((one, other) => one - other)

  const [{ earlier, clicks }, topPerformingLinks, activeLinks] = await Promise.all([
    selectProjectClicksFrom(clickhouse, project.id, { bots, starts }),
    findTopLinks(deps, project, { bots, days }),
    countActiveLinks(deps, project),
  ])
  const clicksFrom = new Map(starts.map((start, index) => [start, clicks[index] ?? 0]))
  const on = (start: number) => clicksFrom.get(start) ?? 0
  return {
    totalClicks: earlier + sum(clicks),
    clicksLastMonth: sum(month.starts.map(on)),
    activeLinks,
    topPerformingLinks,
    clicksByDay: days.dates.map((date, index) => ({ date, clicks: on(days.starts[index] ?? 0) })),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The store of clicks remembers links that were deleted since: when they crowd out the others, more are asked for. */
async function findTopLinks(
  deps: Pick<Deps, 'clickhouse' | 'db'>,
  project: Project,
  asked: { bots: BotFilter; days: ClickDays },
): Promise<TopPerformingLink[]> {
  for (let count = topLinks; ; count *= 4) {
    const candidates = await selectMostClickedLinks(deps.clickhouse, project.id, { ...asked, count })
    const existing = await findExistingLinkIds(
      deps,
      project,
      candidates.map((link) => link.url_id),
    )
    const kept = candidates.filter((link) => existing.has(link.url_id))
    if (kept.length >= topLinks || candidates.length < count) return kept.slice(0, topLinks)
  }
}
