import type { Deps } from '../platform/deps.ts'
import { dateOf } from './count-days.ts'
import {
  addDifferences,
  countDay,
  countDifferences,
  dropOlderCountings,
  nextCounting,
  selectTouchedDays,
  selectUncountedDays,
} from './queries/index.ts'

/** Sums of the last hour are left alone: a batch that is being written is in the clicks a moment before it is in the sums. */
const quietMs = 3_600_000
const quarterMs = 900_000
const dayMs = 86_400_000
const mostTries = 5

export interface Rebuilt {
  /** Rows of the sums that were wrong. */
  mended: number
  /** UTC days that were counted. */
  counted: number
}

/**
 * Makes all sums again from the single clicks, which are kept for `retentionMonths`; what is older stays as it is. Clicks may arrive meanwhile. It goes
 * day by day and finds nothing to do where it has been, so after a kill it is simply begun again.
 */
export async function rebuildSums(
  { clickhouse, clock, log }: Pick<Deps, 'clickhouse' | 'clock' | 'log'>,
  retentionMonths: number,
): Promise<Rebuilt> {
  const now = clock.now().getTime()
  const quiet = Math.floor((now - quietMs) / quarterMs) * quarterMs
  // The store lets go of whole months at a time: the first day that is surely whole is the one after the oldest that may be gone.
  const kept = Temporal.PlainDate.from(dateOf(new Date(now)))
    .subtract({ months: retentionMonths })
    .add({ days: 1 })
  const from = Date.parse(kept.toString())

  let mended = 0
  for (const second of await selectTouchedDays(clickhouse, { from: from / 1000, until: quiet / 1000 }))
    mended += await mend(second * 1000, Math.min(second * 1000 + dayMs, quiet))
  const counting = await nextCounting(clickhouse, now)
  const days = await selectUncountedDays(clickhouse, { from: dateOf(new Date(from)), until: dateOf(new Date(quiet)), all: true })
  for (const day of days) {
    await countDay(clickhouse, day, counting, { all: true })
    await dropOlderCountings(clickhouse, day.day, counting)
  }
  return { mended, counted: days.length }

  async function mend(start: number, end: number): Promise<number> {
    const stretch = { from: start / 1000, until: end / 1000 }
    const found = await countDifferences(clickhouse, stretch)
    for (let left = found, tries = 0; left > 0; left = await countDifferences(clickhouse, stretch), tries += 1) {
      if (tries === mostTries)
        throw new Error(`The sums of ${dateOf(new Date(start))} change while they are made again; try once more later`)
      log.info({ day: dateOf(new Date(start)), rows: left }, 'mending sums')
      await addDifferences(clickhouse, stretch)
    }
    return found
  }
}
