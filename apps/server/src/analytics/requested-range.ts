import { type AnalyticsQuery, maxRangeDays } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { createDayRange, type DayRange, toLocalDay } from './day-range.ts'

export type RangeQuery = Pick<AnalyticsQuery, 'tz' | 'from' | 'to'>

// ClickHouse's DateTime ends in 2106.
const minDay = '2000-01-01'
const maxDay = '2099-12-31'

/**
 * The requested range, or the organization's window that ends today. Throws REQUEST_INVALID for a range that ends before it begins or is too long, and
 * ANALYTICS_HISTORY_LOCKED for days further back than the organization may see.
 */
export function requestedRange({ entitlements, now }: ProjectContext, { tz, from, to }: RangeQuery): DayRange {
  const today = toLocalDay(now, tz)
  const last = to === undefined ? today : parseDay('to', to)
  const first = from === undefined ? last.subtract({ days: entitlements.dashboardDays - 1 }) : parseDay('from', from)
  if (Temporal.PlainDate.compare(first, last) > 0) failField(from === undefined ? 'to' : 'from', 'The first day comes after the last')
  if (first.until(last).days >= maxRangeDays) failField('from', `Choose a range of at most ${maxRangeDays} days`)

  const { historyDays } = entitlements
  if (first.until(today).days > historyDays) fail('ANALYTICS_HISTORY_LOCKED', { historyDays })
  return createDayRange(first, last, tz)
}

/** As `requestedRange`, but undefined, which means all time, when the query has no range. */
export function requestedRangeOrAllTime(ctx: ProjectContext, query: RangeQuery): DayRange | undefined {
  return query.from === undefined && query.to === undefined ? undefined : requestedRange(ctx, query)
}

function parseDay(field: 'from' | 'to', day: string): Temporal.PlainDate {
  if (day < minDay || day > maxDay) failField(field, `Choose a day from ${minDay} to ${maxDay}`)
  return Temporal.PlainDate.from(day)
}

function failField(path: 'from' | 'to', message: string): never {
  fail('REQUEST_INVALID', { issues: [{ path, message }] }, message)
}
