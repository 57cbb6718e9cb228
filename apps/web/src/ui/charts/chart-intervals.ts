import { showDateRange, showDay, showLongDay, showMonth } from '../formats/dates.ts'

export interface DayValue {
  /** `yyyy-mm-dd` */
  date: string
  value: number
  /** Another value of the day, drawn behind the first. */
  behind?: number
}

/** The days of one bar, and the sums of their values. */
export interface ChartInterval {
  from: string
  to: string
  value: number
  behind?: number
}

export type IntervalUnit = 'day' | 'week' | 'month'

const maxDailyBars = 92
const maxDaysInWeeks = 400

/** The unit that keeps the number of bars readable. */
export function intervalUnit(dayCount: number): IntervalUnit {
  if (dayCount <= maxDailyBars) return 'day'
  return dayCount <= maxDaysInWeeks ? 'week' : 'month'
}

/** Groups days by day, by calendar week from Monday, or by calendar month. The first and the last interval may be shorter. */
export function toIntervals(days: readonly DayValue[], unit: IntervalUnit): ChartInterval[] {
  const intervals: ChartInterval[] = []
  for (const { date, value, behind } of days) {
    const current = intervals.at(-1)
    if (current === undefined || startsInterval(date, unit)) intervals.push({ from: date, to: date, value, behind })
    else
      Object.assign(current, {
        to: date,
        value: current.value + value,
        behind: behind === undefined ? current.behind : (current.behind ?? 0) + behind,
      })
  }
  return intervals
}

/** The days of an interval as text. */
export function showInterval({ from, to }: Pick<ChartInterval, 'from' | 'to'>): string {
  return from === to ? showLongDay(from) : showDateRange({ from, to })
}

/** The axis label of an interval. */
export function showIntervalStart(from: string, unit: IntervalUnit): string {
  return unit === 'month' ? showMonth(from) : showDay(from)
}

function startsInterval(date: string, unit: IntervalUnit): boolean {
  if (unit === 'month') return date.endsWith('-01')
  return unit === 'day' || new Date(`${date}T00:00:00Z`).getUTCDay() === 1
}
