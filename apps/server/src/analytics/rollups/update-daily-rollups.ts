import type { Deps } from '../../platform/deps.ts'
import { insertDailyRollup, selectDaysToRollUp, selectNextRevision } from './daily-rollup-table.ts'
import { settleMs, toUtcDate } from './settled-clicks.ts'

const dayMs = 86_400_000

/**
 * Rolls up the finished UTC days among the last `days` whose rollups are missing or outdated, oldest first, and returns how many there were. After a
 * kill the next run continues where this one stopped; two at once do the same work twice without harm.
 */
export async function updateDailyRollups({ clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>, days: number): Promise<number> {
  const now = clock.now().getTime()
  const until = now - settleMs
  const outdated = await selectDaysToRollUp(clickhouse, { from: toUtcDate(until - days * dayMs), until: toUtcDate(until), all: false })
  if (outdated.length === 0) return 0
  const revision = await selectNextRevision(clickhouse, now)
  for (const day of outdated) await insertDailyRollup(clickhouse, day, revision)
  return outdated.length
}
