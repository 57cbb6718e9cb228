import type { Deps } from '../../platform/deps.ts'
import type { Interval } from '../queries/interval.ts'
import { countDifferences, insertDifferences, selectDaysWithClicks } from './click-rollup-table.ts'
import { deleteOlderRevisions, selectNextRevision } from './daily-rollup-table.ts'
import { agreesWithClicks, selectOutdatedDays, selectOutdatedProjects } from './outdated-days.ts'
import { rollUpProjects } from './roll-up-projects.ts'
import { firstCompleteDay, settledUntil, toUtcDate } from './settled-clicks.ts'

const daySeconds = 86_400
const maxAttempts = 5

export interface RebuiltRollups {
  /** Rows of the quarter-hourly rollups that were wrong. */
  correctedRows: number
  /** UTC days that were rolled up again. */
  days: number
}

/**
 * Rebuilds all rollups from the single clicks, which are stored for `retentionMonths`; older rollups stay
 * unchanged. Clicks may arrive meanwhile. It works day by day and gives the same numbers when it runs again, so
 * after a kill it can start over.
 */
export async function rebuildClickRollups(
  { clickhouse, clock, log }: Pick<Deps, 'clickhouse' | 'clock' | 'log'>,
  retentionMonths: number,
): Promise<RebuiltRollups> {
  const now = clock.now().getTime()
  const settled = settledUntil(clock.now())
  const from = firstCompleteDay(clock.now(), retentionMonths)

  let correctedRows = 0
  for (const start of await selectDaysWithClicks(clickhouse, { from, until: settled }))
    correctedRows += await correctDay({ from: start, until: Math.min(start + daySeconds, settled) })
  const revision = await selectNextRevision(clickhouse, now)
  const days = await selectOutdatedDays(clickhouse, { from: toUtcDate(from * 1000), until: toUtcDate(settled * 1000), all: true })
  for (const day of days) {
    const projects = await selectOutdatedProjects(clickhouse, day, { all: true })
    await rollUpProjects({ clickhouse, log }, { day, revision }, projects.filter(agreesWithClicks))
    await deleteOlderRevisions(clickhouse, day, revision)
  }
  return { correctedRows, days: days.length }

  async function correctDay(interval: Interval): Promise<number> {
    const day = toUtcDate(interval.from * 1000)
    const found = await countDifferences(clickhouse, interval)
    for (let left = found, attempts = 0; left > 0; left = await countDifferences(clickhouse, interval), attempts += 1) {
      if (attempts === maxAttempts) throw new Error(`The rollups of ${day} change while they are rebuilt; try again later`)
      log.info({ day, rows: left }, 'correcting rollups')
      await insertDifferences(clickhouse, interval)
    }
    return found
  }
}
