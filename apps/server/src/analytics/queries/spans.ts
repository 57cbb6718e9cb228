import type { ClickDays } from '../click-days.ts'

/** From `from` until just before `until`, in seconds since 1970. */
export interface Span {
  from: number
  until: number
}

const dayLength = 86_400

export function spanOf(days: ClickDays): Span {
  return { from: days.starts[0] ?? days.end, until: days.end }
}

/** The whole UTC days within a span, and what is left of it at either end. */
export function wholeDaysOf({ from, until }: Span): { whole: Span; ends: Span[] } {
  const whole = { from: ceilDay(from), until: floorDay(until) }
  if (whole.from >= whole.until) return { whole: { from: 0, until: 0 }, ends: [{ from, until }] }
  const ends = [
    { from, until: whole.from },
    { from: whole.until, until },
  ]
  return { whole, ends: ends.filter((end) => end.from < end.until) }
}

/** The smallest stretch of whole UTC days around a span. */
export function daysAround({ from, until }: Span): Span {
  return { from: floorDay(from), until: ceilDay(until) }
}

/** The UTC day that begins then. */
export function dayFrom(start: number): Span {
  return { from: start, until: start + dayLength }
}

/** A condition on `at`: within any of the spans. Written out, so that the engine knows which months and granules to leave alone. */
export function within(spans: readonly Span[]): string {
  return anyOf(spans, ({ from, until }) => `(at >= toDateTime64(${from}, 3, 'UTC') AND at < toDateTime64(${until}, 3, 'UTC'))`)
}

/** The same on `quarter`. */
export function withinSpans(spans: readonly Span[]): string {
  return anyOf(spans, ({ from, until }) => `(quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC'))`)
}

/** A condition on the quarters of `spanOf`, whose ends are its parameters. */
export const withinQuarters = "quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')"

/** The same on the UTC day in `day`, for spans of whole days. */
export function withinDays(day: string): string {
  return `${day} >= toDate(toDateTime({from:UInt32}, 'UTC')) AND ${day} < toDate(toDateTime({until:UInt32}, 'UTC'))`
}

function anyOf(spans: readonly Span[], condition: (span: Span) => string): string {
  return spans.length === 0 ? 'false' : `(${spans.map(condition).join(' OR ')})`
}

function floorDay(seconds: number): number {
  return Math.floor(seconds / dayLength) * dayLength
}

function ceilDay(seconds: number): number {
  return Math.ceil(seconds / dayLength) * dayLength
}
