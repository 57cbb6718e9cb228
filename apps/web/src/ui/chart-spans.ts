import { showDay, showLongDay, showMonth, showSpan } from './dates.ts'

export interface DayValue {
  /** `yyyy-mm-dd` */
  date: string
  value: number
  /** The value of the day that stands in its place in the period before. */
  before?: number
}

/** One bar: some days in a row, and what they come to. */
export interface ChartSpan {
  from: string
  to: string
  value: number
  before?: number
}

export type ChartStep = 'day' | 'week' | 'month'

/** The most days that are still told apart as bars, and the most that are drawn by week. */
const mostDays = 92
const mostDaysByWeek = 400

/** What a bar stands for, so that no chart has more of them than one can read. */
export function chartStep(dayCount: number): ChartStep {
  if (dayCount <= mostDays) return 'day'
  return dayCount <= mostDaysByWeek ? 'week' : 'month'
}

/** The days as bars: one each, or by calendar week from Monday, or by calendar month. The first and the last may hold fewer days. */
export function chartSpans(days: readonly DayValue[], step: ChartStep): ChartSpan[] {
  const spans: ChartSpan[] = []
  for (const { date, value, before } of days) {
    const open = spans.at(-1)
    if (open === undefined || beginsSpan(date, step)) spans.push({ from: date, to: date, value, before })
    else
      Object.assign(open, { to: date, value: open.value + value, before: before === undefined ? open.before : (open.before ?? 0) + before })
  }
  return spans
}

/** The days of a bar in words. */
export function showSpanOf({ from, to }: Pick<ChartSpan, 'from' | 'to'>): string {
  return from === to ? showLongDay(from) : showSpan({ from, to })
}

/** Where a bar begins, as short as an axis has it. */
export function showSpanStart(from: string, step: ChartStep): string {
  return step === 'month' ? showMonth(from) : showDay(from)
}

function beginsSpan(date: string, step: ChartStep): boolean {
  if (step === 'month') return date.endsWith('-01')
  return step === 'day' || new Date(`${date}T00:00:00Z`).getUTCDay() === 1
}
