/** Calendar days as `yyyy-mm-dd`, the first and the last included. */
export interface DateRange {
  from: string
  to: string
}

const dayMs = 86_400_000

/** The day that many days later; earlier for a negative count. */
export function addDays(day: string, count: number): string {
  return toDay(toInstantMs(day) + count * dayMs)
}

export function countDays({ from, to }: DateRange): number {
  return Math.round((toInstantMs(to) - toInstantMs(from)) / dayMs) + 1
}

/** The last `count` days, `today` included. */
export function lastDays(count: number, today: string): DateRange {
  return { from: addDays(today, 1 - count), to: today }
}

/** The same number of days, ending the day before `range`. */
export function previousRange(range: DateRange): DateRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** The first day of the month that many months after the month of `day`. */
export function startOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDay(Date.UTC(year, month - 1 + monthsLater, 1))
}

/** True for an existing day, written `yyyy-mm-dd`. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toInstantMs(text)) && toDay(toInstantMs(text)) === text
}

function toInstantMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}
