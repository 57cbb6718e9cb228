/** Calendar days in a row, the first and the last included, as `yyyy-mm-dd`. */
export interface Period {
  from: string
  to: string
}

const dayMs = 86_400_000

/** The day that many days later; earlier for a negative count. */
export function addDays(day: string, count: number): string {
  return asDay(instantOf(day) + count * dayMs)
}

export function countDays({ from, to }: Period): number {
  return Math.round((instantOf(to) - instantOf(from)) / dayMs) + 1
}

/** The last `count` days, `today` included. */
export function lastDays(count: number, today: string): Period {
  return { from: addDays(today, 1 - count), to: today }
}

/** As many days, ending where this one begins. */
export function periodBefore(period: Period): Period {
  return { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) }
}

/** From the first of the month that many months after the one `day` falls in. */
export function startOfMonth(day: string, monthsLater = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return asDay(Date.UTC(year, month - 1 + monthsLater, 1))
}

/** True for a day that the calendar has, written `yyyy-mm-dd`. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(instantOf(text)) && asDay(instantOf(text)) === text
}

function instantOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function asDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
