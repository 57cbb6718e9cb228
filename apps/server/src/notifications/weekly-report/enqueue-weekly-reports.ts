import { weeklyReportHour } from '@linkshelf/contract'
import type { Deps } from '../../platform/deps.ts'
import { sendWeeklyReportTask, weeklyReportQueue } from './send-weekly-report.ts'
import { deleteWeeksBefore, insertDueReports, selectReportTimeZones } from './weekly-report-table.ts'

export const enqueueWeeklyReportsTask = 'enqueue-weekly-reports'

/** Rows per statement. */
const batchSize = 1_000

/** A mail server may be down for two days. */
const maxAttempts = 16

/**
 * The job of every quarter of an hour: from eight in the morning of Monday in a user's time zone on, enqueues
 * the reports of the week before. Reports that were not enqueued on Monday are enqueued later in the week.
 * Returns how many it enqueued.
 */
export async function enqueueWeeklyReports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
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
