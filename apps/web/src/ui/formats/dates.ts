import { useEffect, useState } from 'react'

const instantOptions = {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const parts = new Intl.DateTimeFormat('en-US', instantOptions)
const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const span = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
// Uses Canadian English, because it writes days as ISO 8601 does.
const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** Returns `MMM dd, yyyy HH:mm` in the reader's time zone. */
export function formatInstant(instant: string | Date): string {
  return formatParts(parts, instant)
}

function formatParts(format: Intl.DateTimeFormat, instant: string | Date): string {
  const part = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${part.month} ${part.day}, ${part.year} ${part.hour}:${part.minute}`
}

const formatByTimeZone = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns `MMM dd, yyyy HH:mm` in a time zone. Appends the name of the time zone if the reader's clock shows another
 * time.
 */
export function formatInstantIn(instant: string, zone: string): string {
  const format = formatByTimeZone.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...instantOptions, timeZone: zone })
  formatByTimeZone.set(zone, format)
  const shown = formatParts(format, instant)
  return shown === formatInstant(instant) ? shown : `${shown}, ${zone.replaceAll('_', ' ')}`
}

/** Returns the time of an instant as `14:05`, in the reader's time zone. */
export function formatTime(instant: string | Date): string {
  return time.format(new Date(instant))
}

/** Returns a calendar day (`yyyy-mm-dd`) as `Nov 5`; a day has no time zone, so none is applied. */
export function formatDay(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`))
}

/** Returns a calendar day (`yyyy-mm-dd`) as `Wed, Nov 5, 2025`. */
export function formatLongDay(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`))
}

/** Returns the day of an instant as `Nov 5, 2025`, in the reader's time zone. */
export function formatDate(instant: string | Date): string {
  return span.format(new Date(`${toBrowserDay(instant)}T00:00:00Z`))
}

/** Returns a range of calendar days (`yyyy-mm-dd`) as `Nov 3 – 9, 2025`. Common parts are not repeated. */
export function formatDateRange({ from, to }: { from: string; to: string }): string {
  return span.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}

/** Returns the month of a calendar day (`yyyy-mm-dd`) as `Nov 2025`. */
export function formatMonth(day: string): string {
  return month.format(new Date(`${day}T00:00:00Z`))
}

/** Returns the calendar day (`yyyy-mm-dd`) of an instant in the reader's time zone. */
export function toBrowserDay(instant: string | Date): string {
  return isoDay.format(new Date(instant))
}

// Read only once, because creating a formatter is slow and each row of a list needs the time zone.
const { timeZone } = time.resolvedOptions()

/** Returns the browser's IANA time zone. */
export function getBrowserTimeZone(): string {
  return timeZone
}

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const minuteMs = 60_000
const units = [
  { unit: 'year', ms: 365 * 24 * 60 * minuteMs },
  { unit: 'month', ms: 30 * 24 * 60 * minuteMs },
  { unit: 'day', ms: 24 * 60 * minuteMs },
  { unit: 'hour', ms: 60 * minuteMs },
  { unit: 'minute', ms: minuteMs },
] as const

/**
 * Returns the time since an instant in its largest unit: "3 hours ago". Returns "Just now" for less than a minute, and
 * for instants in the future, because clocks differ.
 */
export function formatTimeAgo(instant: string, nowMs: number): string {
  const agoMs = nowMs - new Date(instant).getTime()
  const fitting = units.find(({ ms }) => agoMs >= ms)
  return fitting === undefined ? 'Just now' : inWords.format(-Math.floor(agoMs / fitting.ms), fitting.unit)
}

/** Returns the current time in milliseconds; rerenders every minute. */
export function useMinute() {
  const [nowMs, setNowMs] = useState(Date.now)

  useEffect(() => {
    const clock = setInterval(() => setNowMs(Date.now()), minuteMs)
    return () => clearInterval(clock)
  }, [])

  return nowMs
}
