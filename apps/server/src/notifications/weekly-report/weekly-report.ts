import { type AnalyticsView, organizationId, projectId, savedViewId, weeklyReportHour } from '@linkshelf/contract'
import { renderWeeklyReportEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../../access/index.ts'
import type { CoreDeps, Deps } from '../../platform/deps.ts'
import { getProjectName } from '../../projects/index.ts'
import { selectMembership } from '../click-summary/click-summary-table.ts'
import { sendToUser } from '../send-notification.ts'
import { summarizeWeek } from './summarize-week.ts'
import { deleteWeeksBefore, insertDueReports, markReportSent, selectReportTimeZones, selectUnsentReport } from './weekly-report-table.ts'

export const enqueueWeeklyReportsTask = 'enqueue-weekly-reports'

/** Maximum number of rows per statement. */
const batchSize = 1_000

/** Retries last 40 hours, because a mail server can be down that long. */
const maxAttempts = 16

/**
 * Runs every 15 minutes. Enqueues the reports of the previous week for users in whose time zone it is at least eight on
 * Monday morning. If reports were not enqueued on Monday, they are enqueued later in the week. Returns how many reports
 * it enqueued.
 */
export async function enqueueWeeklyReports({ db, clock }: CoreDeps): Promise<number> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  let enqueued = 0
  for (const timeZone of await selectReportTimeZones(db)) {
    const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
    const monday = today.subtract({ days: today.dayOfWeek - 1 })
    const due = monday.toZonedDateTime({ timeZone, plainTime: { hour: weeklyReportHour } }).toInstant()
    if (Temporal.Instant.compare(now, due) < 0) continue
    const reports = {
      week: String(monday.subtract({ weeks: 1 })),
      timeZone,
      dueAt: new Date(due.epochMilliseconds),
      limit: batchSize,
      task: sendWeeklyReportTask,
      queue: weeklyReportQueue,
      maxAttempts,
    }
    for (let added = batchSize; added === batchSize; enqueued += added) added = await insertDueReports(db, reports)
  }
  await deleteWeeksBefore(db, String(now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ weeks: 4 })))
  return enqueued
}

export const sendWeeklyReportTask = 'send-weekly-report'

/** The queue runs one job at a time, so that many reports on a Monday do not delay other jobs. */
const weeklyReportQueue = 'weekly-reports'

const jobPayload = z.object({ organizationId, projectId, reportId: savedViewId, week: z.iso.date(), timeZone: z.string() })

/**
 * Sends a user a report's numbers of a week. Sends nothing if the report was already sent, deleted or switched off, or
 * if both this week and the previous week have no numbers, or if the user lacks a second factor that the organization
 * requires. If the process is killed after the mail server accepted the
 * email and before the report is marked as sent, the email is sent again with the same Message-ID.
 */
export async function sendWeeklyReport(deps: Deps, payload: unknown): Promise<void> {
  const { reportId, week, timeZone, ...scope } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendWeeklyReportTask }, source: 'job' })
  const ctx = await findSystemContext(job, scope.organizationId, scope.projectId)
  const report = await selectUnsentReport(deps.db, reportId, week)
  if (ctx === undefined || report === undefined) return
  const isMember = (await read(ctx, (tx) => selectMembership(tx, scope.organizationId, report.user_id))) !== undefined
  const numbers = isMember ? await summarizeWeek(deps, ctx, { view: report.view, week, timeZone }) : undefined
  if (numbers !== undefined) {
    const project = await getProjectName(ctx)
    const view = toQuery(report.view, { ...numbers.days, organization: scope.organizationId, project: scope.projectId })
    await sendToUser(deps, { userId: report.user_id, organizationId: scope.organizationId, reportId }, ({ unsubscribeUrl }) => ({
      ...renderWeeklyReportEmail({
        ...numbers,
        name: report.name,
        project,
        reportUrl: `${deps.origins.app}/analytics?${view}`,
        unsubscribeUrl,
      }),
      key: `${sendWeeklyReportTask} ${reportId} ${week}`,
    }))
  }
  await markReportSent(deps.db, reportId, week, deps.clock.now())
}

/** Returns the view with the days of the email, so that the screen shows the same numbers. */
function toQuery({ range: _range, from: _from, to: _to, ...view }: AnalyticsView, added: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ ...view, ...added } as Record<string, string>)
}
