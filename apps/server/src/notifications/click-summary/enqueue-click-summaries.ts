import { clickSummaryHour } from '@linkshelf/contract'
import type { Deps } from '../../platform/deps.ts'
import { deleteSummariesBefore, insertDueSummaries, selectTimeZones } from './click-summary-table.ts'
import { clickSummaryQueue, sendClickSummaryTask } from './send-click-summary.ts'

export const enqueueClickSummariesTask = 'enqueue-click-summaries'

/** Rows per statement. */
const batchSize = 1_000

/** Attempts end after about a day, when a summary is no news any more. */
const maxAttempts = 12

/**
 * The job of every quarter of an hour: from eight in the morning of a user's time zone on, enqueues the summaries of
 * the day before there. A run that was missed is made up for by the next one of that day; what has run before is not
 * enqueued again. Returns how many it enqueued.
 */
export async function enqueueClickSummaries({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
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
  // No zone is further from UTC than a day.
  await deleteSummariesBefore(db, String(now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: 3 })))
  return enqueued
}
