import type { Deps } from '../platform/deps.ts'
import { countDay, nextCounting, selectUncountedDays } from './queries/index.ts'

/** A UTC day is counted once it has been over for this long: by then its last clicks have come. Those that come later have it counted again. */
const quietMs = 3_600_000
const dayMs = 86_400_000

/**
 * Counts the finished UTC days among the last `days` that need it, oldest first, and gives back how many there were. Killed and begun again it goes on
 * where it was; two at once do the work twice and no harm.
 */
export async function countDays({ clickhouse, clock }: Pick<Deps, 'clickhouse' | 'clock'>, days: number): Promise<number> {
  const until = new Date(clock.now().getTime() - quietMs)
  const from = new Date(until.getTime() - days * dayMs)
  const uncounted = await selectUncountedDays(clickhouse, { from: dateOf(from), until: dateOf(until), all: false })
  if (uncounted.length === 0) return 0
  const counting = await nextCounting(clickhouse, clock.now().getTime())
  for (const day of uncounted) await countDay(clickhouse, day, counting)
  return uncounted.length
}

/** The UTC day of an instant, `yyyy-mm-dd`. */
export function dateOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
