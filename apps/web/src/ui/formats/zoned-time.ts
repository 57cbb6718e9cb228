/** The wall clock of a time zone at an instant, as a field of type `datetime-local` has it: `2026-05-01T09:30`. */
export function toWallClock(instant: string, timeZone: string): string {
  return wallClockOf(new Date(instant), timeZone).slice(0, 16)
}

/**
 * The instant at which the clock of a time zone shows this, as ISO 8601 in UTC; undefined when it is no date and time.
 * A time that the clock skips in spring is taken an hour later, one that it shows twice in autumn is the first.
 */
export function toInstant(wallClock: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${wallClock}Z`)
  if (Number.isNaN(wanted)) return undefined
  // The offset a day before and a day after: the clock changes at most once in between.
  const offsets = [-86_400_000, 86_400_000].map((ms) => offsetMs(wanted + ms, timeZone))
  const found = offsets.map((offset) => wanted - offset).find((ms) => ms + offsetMs(ms, timeZone) === wanted)
  return new Date(found ?? wanted - (offsets[0] ?? 0)).toISOString()
}

/** How far the clock of the time zone is ahead of UTC. */
function offsetMs(ms: number, timeZone: string): number {
  const seconds = Math.floor(ms / 1_000) * 1_000
  return Date.parse(`${wallClockOf(new Date(seconds), timeZone)}Z`) - seconds
}

/** Swedish writes date and time as ISO 8601 does, but for the T. */
function wallClockOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant).replace(' ', 'T')
}
