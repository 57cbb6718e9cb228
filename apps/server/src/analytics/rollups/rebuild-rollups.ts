import type { Deps } from '../../platform/deps.ts'
import { countDifferences, insertDifferences, selectDaysWithClicks } from './click-rollup-table.ts'
import { deleteOlderRevisions, insertDailyRollup, selectDaysToRollUp, selectNextRevision } from './daily-rollup-table.ts'
import { toUtcDate } from './update-daily-rollups.ts'

/** The last hour is skipped: a batch that is being inserted is in `clicks` a moment before it is in the rollups. */
const settleMs = 3_600_000
const quarterMs = 900_000
const dayMs = 86_400_000
const maxAttempts = 5

export interface RebuiltRollups {
  /** Rows of the quarter-hourly rollups that were wrong. */
  correctedRows: number
  /** UTC days that were rolled up again. */
  days: number
}

/**
 * Rebuilds all rollups from the single clicks, which are stored for `retentionMonths`; older rollups stay unchanged. Clicks may arrive meanwhile. It
 * works day by day and gives the same numbers when it runs again, so after a kill it can start over.
 */
export async function rebuildClickRollups(
  { clickhouse, clock, log }: Pick<Deps, 'clickhouse' | 'clock' | 'log'>,
  retentionMonths: number,
): Promise<RebuiltRollups> {
  const now = clock.now().getTime()
  const settled = Math.floor((now - settleMs) / quarterMs) * quarterMs
  // Days may have expired up to today minus the retention. The first day after that is certainly complete.
  const firstDay = Temporal.PlainDate.from(toUtcDate(now)).subtract({ months: retentionMonths }).add({ days: 1 }).toString()
  const from = Date.parse(firstDay)

  let correctedRows = 0
  for (const start of await selectDaysWithClicks(clickhouse, { from: from / 1000, until: settled / 1000 }))
    correctedRows += await correctDay(start * 1000, Math.min(start * 1000 + dayMs, settled))
  const revision = await selectNextRevision(clickhouse, now)
  const days = await selectDaysToRollUp(clickhouse, { from: firstDay, until: toUtcDate(settled), all: true })
  for (const day of days) {
    await insertDailyRollup(clickhouse, day, revision, { all: true })
    await deleteOlderRevisions(clickhouse, day.day, revision)
  }
  return { correctedRows, days: days.length }

  async function correctDay(startMs: number, endMs: number): Promise<number> {
    const interval = { from: startMs / 1000, until: endMs / 1000 }
    const found = await countDifferences(clickhouse, interval)
    for (let left = found, attempts = 0; left > 0; left = await countDifferences(clickhouse, interval), attempts += 1) {
      if (attempts === maxAttempts) throw new Error(`The rollups of ${toUtcDate(startMs)} change while they are rebuilt; try again later`)
      log.info({ day: toUtcDate(startMs), rows: left }, 'correcting rollups')
      await insertDifferences(clickhouse, interval)
    }
    return found
  }
}
