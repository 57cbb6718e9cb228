import type { ClickSummary, SummarizedProject } from '@linkshelf/emails'
import { type OrganizationContext, type ProjectContext, read } from '../../access/index.ts'
import { getDashboard, getLinksClicks, getOverview } from '../../analytics/index.ts'
import { addDays } from '../../platform/calendar-day.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectProjects } from '../../projects/index.ts'

const linksPerProject = 5

interface SummaryDay {
  /** `yyyy-mm-dd` */
  day: string
  timeZone: string
}

/**
 * The clicks of a day of every project that had any, most clicked first: the numbers that the dashboard shows for
 * that day and time zone.
 */
export async function summarizeClicks(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: OrganizationContext,
  summaryDay: SummaryDay,
): Promise<ClickSummary> {
  const projects: (SummarizedProject & { visitors: number })[] = []
  for (const { id, name } of await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))) {
    const summary = await summarizeProject(deps, { ...ctx, project: { id } }, summaryDay)
    if (summary.clicks + summary.clicksBefore > 0) projects.push({ name, ...summary })
  }
  projects.sort((one, other) => other.clicks - one.clicks)
  return {
    clicks: sum(projects.map(({ clicks }) => clicks)),
    clicksBefore: sum(projects.map(({ clicksBefore }) => clicksBefore)),
    visitors: sum(projects.map(({ visitors }) => visitors)),
    projects: projects.filter(({ clicks }) => clicks > 0),
  }
}

async function summarizeProject(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { day, timeZone }: SummaryDay,
): Promise<Omit<SummarizedProject, 'name'> & { visitors: number }> {
  const before = addDays(day, -1)
  const query = { bots: 'exclude', tz: timeZone } as const
  const ofDay = await getDashboard(deps, ctx, { ...query, from: day, to: day })
  const { totalClicks: clicksBefore } = await getDashboard(deps, ctx, { ...query, from: before, to: before })
  const counts = { clicks: ofDay.totalClicks, visitors: ofDay.visitors, clicksBefore }
  if (counts.clicks === 0) return { ...counts, links: [] }

  const { topPerformingLinks } = await getOverview(deps, ctx, { ...query, from: day, to: day })
  const top = topPerformingLinks.slice(0, linksPerProject)
  const { links } = await getLinksClicks(deps, ctx, { ...query, from: before, to: before, url_ids: top.map(({ url_id }) => url_id) })
  const beforeOf = new Map(links.map(({ url_id, clicks }) => [url_id, clicks[0] ?? 0]))
  return {
    ...counts,
    links: top.map(({ url_id, clicks, link }) => ({ title: link.title, url: link.url, clicks, clicksBefore: beforeOf.get(url_id) ?? 0 })),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
