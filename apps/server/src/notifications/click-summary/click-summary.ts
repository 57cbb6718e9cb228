import { clickSummaryHour, organizationId, userId } from '@linkshelf/contract'
import { type ClickSummary, renderClickSummaryEmail, type SummarizedProject } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type OrganizationContext, type ProjectContext, read } from '../../access/index.ts'
import { getDashboard, getLinksClicks, getOverview } from '../../analytics/index.ts'
import { findLinkTotals, getEarnings } from '../../earnings/index.ts'
import { addDays } from '../../platform/clock.ts'
import type { ClickDeps, CoreDeps, Deps } from '../../platform/deps.ts'
import { selectProjects } from '../../projects/index.ts'
import { sendNotification } from '../send-notification.ts'
import { deleteSummariesBefore, insertDueSummaries, selectMembership, selectTimeZones } from './click-summary-table.ts'

export const enqueueClickSummariesTask = 'enqueue-click-summaries'

/** Maximum number of rows per statement. */
const batchSize = 1_000

/** Attempts end after 16 hours, because the summary is outdated by then. */
const maxAttempts = 12

/**
 * Runs every 15 minutes. Enqueues the summaries of the previous day for users in whose time zone it is at least eight
 * in the morning. If a run is missed, the next run on that day enqueues its summaries. No summary is enqueued twice.
 * Returns how many summaries it enqueued.
 */
export async function enqueueClickSummaries({ db, clock }: CoreDeps): Promise<number> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  let enqueued = 0
  for (const timeZone of await selectTimeZones(db)) {
    const local = now.toZonedDateTimeISO(timeZone)
    if (local.hour < clickSummaryHour) continue
    const summaries = {
      day: String(local.toPlainDate().subtract({ days: 1 })),
      timeZone,
      limit: batchSize,
      task: sendClickSummaryTask,
      queue: clickSummaryQueue,
      maxAttempts,
    }
    for (let added = batchSize; added === batchSize; enqueued += added) added = await insertDueSummaries(db, summaries)
  }
  // A time zone differs from UTC by less than a day, so no time zone needs summaries from before this day.
  await deleteSummariesBefore(db, String(now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 3 })))
  return enqueued
}

export const sendClickSummaryTask = 'send-click-summary'

/** The queue runs one job at a time, so that many summaries in the morning do not delay other jobs. */
const clickSummaryQueue = 'click-summaries'

const jobPayload = z.object({ organizationId, userId, day: z.iso.date(), timeZone: z.string() })

/**
 * Sends a member the clicks of a day in all projects. Sends nothing if there were no clicks or the membership has
 * ended. If the process is killed after the mail server accepted the email and before the job ends, the email is sent
 * again with the same Message-ID.
 */
export async function sendClickSummary(deps: Deps, payload: unknown): Promise<void> {
  const { organizationId: id, userId: recipient, day, timeZone } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendClickSummaryTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  const membership = ctx && (await read(ctx, (tx) => selectMembership(tx, id, recipient)))
  if (ctx === undefined || membership === undefined) return
  const summary = await summarizeClicks(deps, ctx, { day, timeZone })
  if (summary.clicks === 0) return

  await sendNotification(deps, { userId: recipient, notification: 'link_click' }, (links) => ({
    ...renderClickSummaryEmail({
      ...membership,
      ...summary,
      day,
      analyticsUrl: `${deps.origins.app}/analytics?organization=${id}`,
      ...links,
    }),
    key: `${sendClickSummaryTask} ${recipient} ${id} ${day}`,
  }))
}

const topLinksPerProject = 5

interface SummaryDay {
  /** The day as `yyyy-mm-dd`. */
  day: string
  timeZone: string
}

/**
 * Returns the clicks of a day in each project with clicks. The project with the most clicks comes first. The dashboard
 * shows the same numbers for this day and time zone.
 */
async function summarizeClicks(deps: ClickDeps, ctx: OrganizationContext, summaryDay: SummaryDay): Promise<ClickSummary> {
  const projects: (SummarizedProject & ProjectTotals)[] = []
  for (const { id, name } of await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))) {
    const summary = await summarizeProject(deps, { ...ctx, project: { id } }, summaryDay)
    if (summary.clicks + summary.clicksBefore > 0) projects.push({ name, ...summary })
  }
  projects.sort((one, other) => other.clicks - one.clicks)
  return {
    clicks: sum(projects.map(({ clicks }) => clicks)),
    clicksBefore: sum(projects.map(({ clicksBefore }) => clicksBefore)),
    visitors: sum(projects.map(({ visitors }) => visitors)),
    earned: sumByCurrency(projects.flatMap(({ earned }) => earned)),
    projects: projects.filter(({ clicks }) => clicks > 0),
  }
}

type ProjectTotals = Pick<ClickSummary, 'visitors' | 'earned'>

async function summarizeProject(
  deps: ClickDeps,
  ctx: ProjectContext,
  { day, timeZone }: SummaryDay,
): Promise<Omit<SummarizedProject, 'name'> & ProjectTotals> {
  const before = addDays(day, -1)
  const query = { bots: 'exclude', tz: timeZone } as const
  const ofDay = await getDashboard(deps, ctx, { ...query, from: day, to: day })
  const { totalClicks: clicksBefore } = await getDashboard(deps, ctx, { ...query, from: before, to: before })
  const counts = { clicks: ofDay.totalClicks, visitors: ofDay.visitors, clicksBefore }
  if (counts.clicks === 0) return { ...counts, earned: [], links: [] }
  const { totals } = await getEarnings(deps, ctx, { ...query, from: day, to: day })

  const { topPerformingLinks } = await getOverview(deps, ctx, { ...query, from: day, to: day })
  const top = topPerformingLinks.slice(0, topLinksPerProject)
  const totalsByLinkId = await findLinkTotals(ctx, timeZone, {
    dates: [day],
    links: top.map(({ url_id, clicks }) => ({ url_id, clicks: [clicks] })),
  })
  const { links } = await getLinksClicks(deps, ctx, { ...query, from: before, to: before, url_ids: top.map(({ url_id }) => url_id) })
  const clicksBeforeByLinkId = new Map(links.map(({ url_id, clicks }) => [url_id, clicks[0] ?? 0]))
  return {
    ...counts,
    earned: totals,
    links: top.map(({ url_id, clicks, link }) => ({
      title: link.title,
      url: link.url,
      clicks,
      clicksBefore: clicksBeforeByLinkId.get(url_id) ?? 0,
      earned: totalsByLinkId.get(url_id) ?? [],
    })),
  }
}

/** Returns the sum of each currency, highest first. */
function sumByCurrency(amounts: ClickSummary['earned']): ClickSummary['earned'] {
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => ({ currency, earned: sum(ofCurrency.map(({ earned }) => earned)) }))
    .sort((one, other) => other.earned - one.earned)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
