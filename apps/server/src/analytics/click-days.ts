/** Calendar days in a row, with the instants they are cut at. */
export interface ClickDays {
  /** `yyyy-mm-dd`, oldest first, as the time zone's calendar has them. */
  dates: string[]
  /** When each begins, in seconds since 1970. A day has 23, 24 or 25 hours, or others where clocks moved otherwise. */
  starts: number[]
  /** When the last one ends. */
  end: number
}

/** The day that `now` falls on in a time zone. */
export function dayIn(now: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The last `count` days of a time zone, the one that `now` falls on included. */
export function lastDays(now: Date, timeZone: string, count: number): ClickDays {
  const today = dayIn(now, timeZone)
  return daysBetween(today.subtract({ days: count - 1 }), today, timeZone)
}

/**
 * Both days included. Offsets of every zone in use since 1972 are multiples of a quarter of an hour, so each start is one as well.
 */
export function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate, timeZone: string): ClickDays {
  const days = Array.from({ length: from.until(to).days + 1 }, (_, index) => from.add({ days: index }))
  return {
    dates: days.map(String),
    starts: days.map((day) => startOf(day, timeZone)),
    end: startOf(to.add({ days: 1 }), timeZone),
  }
}

/** Where clocks are put forward at midnight, the day begins at one o'clock. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds / 1000
}
