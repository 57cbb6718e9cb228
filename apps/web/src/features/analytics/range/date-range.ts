import { maxRangeDays } from '@linkshelf/contract'

/** The first and the last calendar day of a range, as `yyyy-mm-dd`. Both are included. */
export interface DateRange {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Returns the day that is `count` days later, or earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return toDay(toInstantMs(day) + count * dayMs)
}

export function countDays({ from, to }: DateRange): number {
  return Math.round((toInstantMs(to) - toInstantMs(from)) / dayMs) + 1
}

/** Returns the last `count` days, `today` included. */
export function createLastDaysRange(count: number, today: string): DateRange {
  return { from: addDays(today, 1 - count), to: today }
}

/** Returns a range with as many days as `range`, which ends on the day before `range`. */
export function toPreviousRange(range: DateRange): DateRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** Returns the first day of the month that is `monthsLater` months after the month of `day`. */
export function toStartOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDay(Date.UTC(year, month - 1 + monthsLater, 1))
}

/** Returns true if the text is an existing day, written as `yyyy-mm-dd`. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toInstantMs(text)) && toDay(toInstantMs(text)) === text
}

function toInstantMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}

export interface RangePreset {
  /** The value of `range` in the URL; empty for the organization's default date range. */
  name: string
  label: string
  range: DateRange
}

export type SelectedRange = RangePreset | { name: 'custom'; label: string; range: DateRange }

/**
 * Returns the presets as of `today`: first the ranges of the last days, shortest first, then the last 12 months, this
 * month and last month. The organization's default date range replaces a preset of the same length.
 */
export function listRangePresets(windowDays: number, today: string): RangePreset[] {
  const lastDaysPresets = [1, 2, 7, 30, 90]
    .filter((count) => count !== windowDays)
    .map((count) => createLastDaysPreset(`${count}d`, count, today))
  const byLength = [createLastDaysPreset('', windowDays, today), ...lastDaysPresets].sort(
    (one, other) => countDays(one.range) - countDays(other.range),
  )
  const thisMonth = toStartOfMonth(today)
  return [
    ...byLength,
    { name: '12m', label: 'Last 12 months', range: { from: addDays(toSameDayLastYear(today), 1), to: today } },
    { name: 'month', label: 'This month', range: { from: thisMonth, to: today } },
    { name: 'last-month', label: 'Last month', range: { from: toStartOfMonth(today, -1), to: addDays(thisMonth, -1) } },
  ]
}

/** Returns the range in the URL, or the organization's default date range if the URL has no valid range. */
export function selectRange(params: URLSearchParams, presets: readonly RangePreset[], today: string): SelectedRange {
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to) && isValidRange({ from, to }, today)) return { name: 'custom', label: 'Custom range', range: { from, to } }
  const name = params.get('range') ?? ''
  const selected = presets.find((preset) => preset.name === name) ?? presets.find((preset) => preset.name === '')
  return selected ?? createLastDaysPreset('', 1, today)
}

/** Returns true if the days are in order, are not after `today`, and are at most `maxRangeDays`. */
export function isValidRange(range: DateRange, today: string): boolean {
  return range.from <= range.to && range.to <= today && countDays(range) <= maxRangeDays
}

function createLastDaysPreset(name: string, count: number, today: string): RangePreset {
  return { name, label: count === 1 ? 'Today' : `Last ${count} days`, range: createLastDaysRange(count, today) }
}

/** Returns the same day of the year before. For February 29, returns February 28. */
function toSameDayLastYear(day: string): string {
  const lastYear = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDay(lastYear) ? lastYear : addDays(day, -366)
}
