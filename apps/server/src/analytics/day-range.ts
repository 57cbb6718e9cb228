/** Consecutive calendar days of a time zone, with the instants at which they begin. */
export interface DayRange {
  /** `yyyy-mm-dd`, oldest first, in the calendar of the time zone. */
  dates: string[]
  /**
   * When each day begins, in seconds since 1970; never empty, also where `dates` is. A day has 23, 24 or 25 hours, or
   * another length where clocks are changed differently.
   */
  starts: number[]
  /** When the last day ends, in seconds since 1970. */
  end: number
}

/** The calendar day of `now` in a time zone. */
export function toLocalDay(now: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The last `count` days in a time zone, today included. */
export function lastDays(now: Date, timeZone: string, count: number): DayRange {
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
    starts: days.map((day) => startOfDay(day, timeZone)),
    end: startOfDay(to.add({ days: 1 }), timeZone),
  }
}

/**
 * When each hour of the days begins, counted from the beginning of its day: 23 to 25 of a day, and a shorter one where
 * clocks change by half an hour.
 */
export function hourStarts({ dates, starts, end }: DayRange): number[] {
  return dates.flatMap((_date, index) => {
    const [start = end, next = end] = [starts[index], starts[index + 1]]
    return Array.from({ length: Math.ceil((next - start) / 3600) }, (_, hour) => start + hour * 3600)
  })
}

/** In a zone that moves its clocks forward at midnight, the day begins at one o'clock. */
function startOfDay(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds / 1000
}
