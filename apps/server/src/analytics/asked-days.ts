import { type AnalyticsQuery, maxRangeDays, plans } from '@linkshelf/contract'
import { fail, type Project } from '../access/index.ts'
import { type ClickDays, dayIn, daysBetween } from './click-days.ts'

export type AskedRange = Pick<AnalyticsQuery, 'tz' | 'from' | 'to'>

// A store that counts seconds in 32 bits can answer for no other days.
const firstDay = '2000-01-01'
const lastDay = '2099-12-31'

/**
 * The days a question is about: as asked, or the organization's window that ends today. Refuses a range that ends before it begins or is too long, and
 * days further back than the plan shows; the organization's own window is always shown.
 */
export function askedDays(project: Project, now: Date, { tz, from, to }: AskedRange): ClickDays {
  const today = dayIn(now, tz)
  const windowDays = { days: project.dashboardDays - 1 }
  const last = to === undefined ? today : withTimeout('to', to)
  const first = from === undefined ? last.subtract(windowDays) : withTimeout('from', from)
  if (Temporal.PlainDate.compare(first, last) > 0) refuseField(from === undefined ? 'to' : 'from', 'The first day comes after the last')
  if (first.until(last).days >= maxRangeDays) refuseField('from', `Ask for ${maxRangeDays} days at most`)

  const { historyDays } = plans[project.package]
  const age = first.until(today).days
  if (age > Math.max(historyDays, windowDays.days)) fail('ANALYTICS_HISTORY_LOCKED', { historyDays })
  return daysBetween(first, last, tz)
}

/** As `askedDays`, but nothing when no range is given: the question is about all time. */
export function askedDaysOrAll(project: Project, now: Date, range: AskedRange): ClickDays | undefined {
  return range.from === undefined && range.to === undefined ? undefined : askedDays(project, now, range)
}

function withTimeout(field: 'from' | 'to', day: string): Temporal.PlainDate {
  if (day < firstDay || day > lastDay) refuseField(field, `Choose a day from ${firstDay} to ${lastDay}`)
  return Temporal.PlainDate.from(day)
}

function refuseField(path: 'from' | 'to', message: string): never {
  fail('REQUEST_INVALID', { issues: [{ path, message }] }, message)
}
