/** Consecutive calendar days of a time zone, with the instants at which they begin. */
export interface DayRange {
  /** `yyyy-mm-dd`, oldest first, in the calendar of the time zone. */
  dates: string[]
  /**
   * When each day begins, in seconds since 1970. Never empty, even if `dates` is empty. A day has 23, 24 or 25 hours,
   * or another length if the clocks are changed by less than an hour.
   */
  starts: number[]
  /** When the last day ends, in seconds since 1970. */
  end: number
}

export function toLocalDay(now: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** Returns the last `count` days in a time zone, including today. */
export function createLastDaysRange(now: Date, timeZone: string, count: number): DayRange {
  const today = toLocalDay(now, timeZone)
  return createDayRange(today.subtract({ days: count - 1 }), today, timeZone)
}

/**
 * Returns a range with both days included. The offset of every zone in use since 1972 is a multiple of a quarter of an
 * hour, so every day starts on a UTC quarter hour.
 */
export function createDayRange(from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): DayRange {
  const days = Array.from({ length: from.until(to).days + 1 }, (_, index) => from.add({ days: index }))
  return {
    dates: days.map(String),
    starts: days.map((day) => findStartOfDay(day, timeZone)),
    end: findStartOfDay(to.add({ days: 1 }), timeZone),
  }
}

/**
 * Returns when each hour of the days begins, in seconds since 1970. Hours are counted from the beginning of each day,
 * which has 23 to 25 hours. If the clocks change by half an hour, the last hour of the day is shorter.
 */
export function listHourStarts({ dates, starts, end }: DayRange): number[] {
  return dates.flatMap((_date, index) => {
    const [start = end, next = end] = [starts[index], starts[index + 1]]
    return Array.from({ length: Math.ceil((next - start) / 3600) }, (_, hour) => start + hour * 3600)
  })
}

/**
 * Returns when the day begins, in seconds since 1970. This is midnight, or one o'clock if the zone moves its clocks
 * forward at midnight.
 */
function findStartOfDay(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds / 1000
}

/** A period in seconds since 1970. `from` is included, `until` is not. */
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

/** Returns the shortest interval of whole UTC days that contains the interval. */
export function extendToUtcDays({ from, until }: Interval): Interval {
  return { from: floorToDay(from), until: ceilToDay(until) }
}

export function toUtcDayInterval(start: number): Interval {
  return { from: start, until: start + daySeconds }
}

/**
 * Returns a condition on `at`: the time is in any of the intervals. The bounds are literals, so that ClickHouse can
 * skip partitions and granules.
 */
export function matchTimes(intervals: readonly Interval[]): string {
  return matchAny(intervals, ({ from, until }) => `(at >= toDateTime64(${from}, 3, 'UTC') AND at < toDateTime64(${until}, 3, 'UTC'))`)
}

/** Returns a condition on `quarter`: the quarter of an hour is in any of the intervals. */
export function matchQuarters(intervals: readonly Interval[]): string {
  return matchAny(intervals, ({ from, until }) => `(quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC'))`)
}

/** A condition on `quarter`: it is in the interval of the parameters `from` and `until`. */
export const quarterInParams = "quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')"

/**
 * Returns a condition on the SQL expression `day`: the UTC day is in the interval of the parameters `from` and `until`.
 * The interval must have whole days.
 */
export function matchDayParams(day: string): string {
  return `${day} >= toDate(toDateTime({from:UInt32}, 'UTC')) AND ${day} < toDate(toDateTime({until:UInt32}, 'UTC'))`
}

/**
 * Returns a condition that is true if `condition` is true for any of the intervals. It is false if there are no
 * intervals.
 */
export function matchAny(intervals: readonly Interval[], condition: (interval: Interval) => string): string {
  return intervals.length === 0 ? 'false' : `(${intervals.map(condition).join(' OR ')})`
}

function floorToDay(seconds: number): number {
  return Math.floor(seconds / daySeconds) * daySeconds
}

function ceilToDay(seconds: number): number {
  return Math.ceil(seconds / daySeconds) * daySeconds
}
