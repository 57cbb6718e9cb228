import { maxRangeDays } from '@linkshelf/contract'

/** Calendar days as `yyyy-mm-dd`, the first and the last included. */
export interface DateRange {
  from: string
  to: string
}

const dayMs = 86_400_000

/** Returns the day that many days later; earlier for a negative count. */
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

/** Returns as many days as `range` has, ending the day before it. */
export function toPreviousRange(range: DateRange): DateRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** Returns the first day of the month that many months after the month of `day`. */
export function toStartOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDay(Date.UTC(year, month - 1 + monthsLater, 1))
}

/** Returns true for an existing day, written `yyyy-mm-dd`. */
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
  /** The value of `range` in the URL; empty for the default, the organization's window. */
  name: string
  label: string
  range: DateRange
}

export type SelectedRange = RangePreset | { name: 'custom'; label: string; range: DateRange }

/** Returns the presets as of `today`, shortest first; the window replaces the preset it equals. */
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

/** Returns the range of the URL; the organization's window where the URL has no valid one. */
export function selectRange(params: URLSearchParams, presets: readonly RangePreset[], today: string): SelectedRange {
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to) && isValidRange({ from, to }, today)) return { name: 'custom', label: 'Custom range', range: { from, to } }
  const name = params.get('range') ?? ''
  const selected = presets.find((preset) => preset.name === name) ?? presets.find((preset) => preset.name === '')
  return selected ?? createLastDaysPreset('', 1, today)
}

/** Returns true for days in order, up to today, and at most as many as one query may have. */
export function isValidRange(range: DateRange, today: string): boolean {
  return range.from <= range.to && range.to <= today && countDays(range) <= maxRangeDays
}

function createLastDaysPreset(name: string, count: number, today: string): RangePreset {
  return { name, label: count === 1 ? 'Today' : `Last ${count} days`, range: createLastDaysRange(count, today) }
}

/** Returns February 28 for February 29. */
function toSameDayLastYear(day: string): string {
  const lastYear = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDay(lastYear) ? lastYear : addDays(day, -366)
}
