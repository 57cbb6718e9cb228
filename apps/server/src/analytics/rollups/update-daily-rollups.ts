import type { Deps } from '../../platform/deps.ts'
import { insertDailyRollup, selectDaysToRollUp, selectNextRevision } from './daily-rollup-table.ts'

/** A UTC day is rolled up this long after its end: by then its last clicks have been shipped. Later ones cause another revision. */
const settleMs = 3_600_000
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

/** The UTC day of an instant in milliseconds since 1970, `yyyy-mm-dd`. */
export function toUtcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
