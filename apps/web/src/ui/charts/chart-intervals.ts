import { formatDateRange, formatDay, formatLongDay, formatMonth, formatTime, toBrowserDay } from '../formats/dates.ts'

export interface DayValue {
  /** `yyyy-mm-dd`, or the instant at which an hour begins. */
  date: string
  value: number
  /** A second value of the day. Its bar is drawn behind the bar of the first value. */
  behind?: number
}

/** One bar of a chart: its first and last day, or its hour, and the sums of the values. */
export interface ChartInterval {
  from: string
  to: string
  value: number
  behind?: number
}

export type IntervalUnit = 'hour' | 'day' | 'week' | 'month'

const maxDailyBars = 92
const maxDaysInWeeks = 400

/** Returns `hour` if the values are hourly. Otherwise returns the unit that yields a readable number of bars. */
export function chooseIntervalUnit(days: readonly Pick<DayValue, 'date'>[]): IntervalUnit {
  return days[0] !== undefined && isHour(days[0].date) ? 'hour' : chooseUnitByDayCount(days.length)
}

/** Returns the unit that yields a readable number of bars for this many days. */
export function chooseUnitByDayCount(dayCount: number): IntervalUnit {
  if (dayCount <= maxDailyBars) return 'day'
  return dayCount <= maxDaysInWeeks ? 'week' : 'month'
}

/**
 * Groups values by hour, by day, by calendar week from Monday, or by calendar month. The first and the last interval
 * can be shorter.
 */
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

/** An event that is marked below the bars. */
export interface ChartMark {
  id: string
  /** The instant of the event. */
  at: string
  text: string
}

/** Returns the marks of each interval, keyed by the interval's `from`. */
export function groupMarksByInterval(marks: readonly ChartMark[], intervals: readonly ChartInterval[]): Map<string, ChartMark[]> {
  const byStart = new Map<string, ChartMark[]>()
  for (const mark of marks) {
    const interval = intervals.findLast(({ from }) => from <= (isHour(from) ? mark.at : toBrowserDay(mark.at)))
    if (interval !== undefined) byStart.set(interval.from, [...(byStart.get(interval.from) ?? []), mark])
  }
  return byStart
}

/** Returns the days or the hour of an interval as text. */
export function formatInterval({ from, to }: Pick<ChartInterval, 'from' | 'to'>): string {
  if (isHour(from)) return `${formatLongDay(toBrowserDay(from))}, ${formatTime(from)}`
  return from === to ? formatLongDay(from) : formatDateRange({ from, to })
}

/** Formats the range from the first to the last of these days. Returns an empty string if there are no days. */
export function formatDayRange(days: readonly Pick<DayValue, 'date'>[]): string {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return ''
  return formatDateRange({ from: toIntervalDay(first), to: toIntervalDay(last) })
}

function toIntervalDay({ date }: Pick<DayValue, 'date'>): string {
  return isHour(date) ? toBrowserDay(date) : date
}

function isHour(date: string): boolean {
  return date.includes('T')
}

/** Returns the axis label of an interval. */
export function formatIntervalStart(from: string, unit: IntervalUnit): string {
  if (unit === 'hour') return formatTime(from) === '00:00' ? formatDay(toBrowserDay(from)) : formatTime(from)
  return unit === 'month' ? formatMonth(from) : formatDay(from)
}

function startsInterval(date: string, unit: IntervalUnit): boolean {
  if (unit === 'month') return date.endsWith('-01')
  return unit === 'hour' || unit === 'day' || new Date(`${date}T00:00:00Z`).getUTCDay() === 1
}
