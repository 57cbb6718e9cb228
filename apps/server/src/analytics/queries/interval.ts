import type { DayRange } from '../day-range.ts'

/** A time from `from` to just before `until`, in seconds since 1970. */
export interface Interval {
  from: number
  until: number
}

const daySeconds = 86_400

export function toInterval(range: DayRange): Interval {
  return { from: range.starts[0] ?? range.end, until: range.end }
}

/** Splits an interval into its whole UTC days and the parts of a day before and after them. */
export function splitAtUtcDays({ from, until }: Interval): { whole: Interval; ends: Interval[] } {
  const whole = { from: ceilToDay(from), until: floorToDay(until) }
  if (whole.from >= whole.until) return { whole: { from: 0, until: 0 }, ends: [{ from, until }] }
  const ends = [
    { from, until: whole.from },
    { from: whole.until, until },
  ]
  return { whole, ends: ends.filter((end) => end.from < end.until) }
}

/** The shortest interval of whole UTC days that contains the interval. */
export function extendToUtcDays({ from, until }: Interval): Interval {
  return { from: floorToDay(from), until: ceilToDay(until) }
}

/** The UTC day that begins at `start`. */
export function utcDay(start: number): Interval {
  return { from: start, until: start + daySeconds }
}

/**
 * A condition on `at`: in any of the intervals. The bounds are literals, so that ClickHouse can skip
 * partitions and granules.
 */
export function atIn(intervals: readonly Interval[]): string {
  return anyOf(intervals, ({ from, until }) => `(at >= toDateTime64(${from}, 3, 'UTC') AND at < toDateTime64(${until}, 3, 'UTC'))`)
}

/** The same condition on `quarter`. */
export function quarterIn(intervals: readonly Interval[]): string {
  return anyOf(intervals, ({ from, until }) => `(quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC'))`)
}

/** A condition on `quarter`: in the interval of the parameters `from` and `until`. */
export const quarterInParams = "quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')"

/** The same for the UTC day in the expression `day`, where the interval has whole days. */
export function dayInParams(day: string): string {
  return `${day} >= toDate(toDateTime({from:UInt32}, 'UTC')) AND ${day} < toDate(toDateTime({until:UInt32}, 'UTC'))`
}

/** A condition that is met in any of the intervals; none without one. */
export function anyOf(intervals: readonly Interval[], condition: (interval: Interval) => string): string {
  return intervals.length === 0 ? 'false' : `(${intervals.map(condition).join(' OR ')})`
}

function floorToDay(seconds: number): number {
  return Math.floor(seconds / daySeconds) * daySeconds
}

function ceilToDay(seconds: number): number {
  return Math.ceil(seconds / daySeconds) * daySeconds
}
