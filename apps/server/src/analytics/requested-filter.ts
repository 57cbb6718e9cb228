import {
  type AnalyticsQuery,
  type BreakdownKind,
  breakdownKinds,
  type ClickConditions,
  type LinkId,
  maxRangeDays,
} from '@linkshelf/contract'
import { fail, type ProjectContext, requireFeature } from '../access/index.ts'
import { findLinkIdsWithLabel, getLink } from '../links/index.ts'
import type { ClickDeps, OriginDeps } from '../platform/deps.ts'
import { findHiddenSince } from './click-limit.ts'
import { createDayRange, type DayRange, toLocalDay } from './intervals.ts'
import type { Conditions } from './queries/click-conditions.ts'
import { findClickScope } from './queries/click-scope.ts'
import { queryFirstVisit } from './queries/overview-query.ts'

type RangeQuery = Pick<AnalyticsQuery, 'tz' | 'from' | 'to' | 'range'>
type RangeDeps = Pick<ClickDeps, 'clickhouse'>

// A request may contain only days of these years. ClickHouse's DateTime ends in 2106.
const minDay = '2000-01-01'
const maxDay = '2099-12-31'

/**
 * Returns the requested range. By default, it has the organization's default number of days and ends today. If the
 * month has more clicks than the plan shows, the hidden days are removed. All time begins with the first visit, or
 * later if the organization may not see it or the range would be too long. Throws REQUEST_INVALID if the range ends
 * before it begins or is too long. Throws ANALYTICS_HISTORY_LOCKED if the range begins before the days that the
 * organization may see.
 */
export async function parseRequestedRange(deps: RangeDeps, ctx: ProjectContext, query: RangeQuery): Promise<DayRange> {
  if (query.range === 'all') assertNoDays(query)
  const range = query.range === 'all' ? await findAllTime(deps, ctx, query.tz) : parseDays(ctx, query)
  return cutHiddenDays(range, await findHiddenSince(deps, ctx))
}

/** Returns all time as a range. If the project has no visits, the range is today. */
async function findAllTime(deps: RangeDeps, ctx: ProjectContext, timeZone: string): Promise<DayRange> {
  const today = toLocalDay(ctx.now, timeZone)
  const first = (await findFirstDay(deps, ctx, timeZone)) ?? today
  return createDayRange(toShownDay(ctx, timeZone, first), today, timeZone)
}

/**
 * Returns the first day of all time that the organization may see. From this day until today, there are at most
 * `maxRangeDays` days. If `first` is in the future, because the clock of an import was ahead, returns today.
 */
export function toShownDay({ entitlements, now }: ProjectContext, timeZone: string, first: Temporal.PlainDate): Temporal.PlainDate {
  const today = toLocalDay(now, timeZone)
  const days = Math.min(Math.max(first.until(today).days, 0), entitlements.historyDays, maxRangeDays - 1)
  return today.subtract({ days })
}

function parseDays({ entitlements, now }: ProjectContext, { tz, from, to }: RangeQuery): DayRange {
  const today = toLocalDay(now, tz)
  const last = to === undefined ? today : parseDay('to', to)
  const first = from === undefined ? last.subtract({ days: entitlements.dashboardDays - 1 }) : parseDay('from', from)
  if (Temporal.PlainDate.compare(first, last) > 0) failField(from === undefined ? 'to' : 'from', 'The first day comes after the last')
  if (first.until(last).days >= maxRangeDays) failField('from', `Choose a range of at most ${maxRangeDays} days`)

  const { historyDays } = entitlements
  if (first.until(today).days > historyDays) fail('ANALYTICS_HISTORY_LOCKED', { historyDays })
  return createDayRange(first, last, tz)
}

function assertNoDays({ from, to }: Pick<RangeQuery, 'from' | 'to'>): void {
  if (from !== undefined || to !== undefined) failField('range', 'Choose either days or all time')
}

/** Returns the day of the project's first click or page view, in a time zone. Undefined if the project has neither. */
export async function findFirstDay(deps: RangeDeps, ctx: ProjectContext, timeZone: string): Promise<Temporal.PlainDate | undefined> {
  const start = await queryFirstVisit(deps.clickhouse, await findClickScope(ctx))
  return start === undefined ? undefined : toLocalDay(new Date(start * 1000), timeZone)
}

/**
 * Returns the range of totals. If all time is requested, returns undefined under any plan, because totals of all time
 * need no days. But if clicks are hidden, returns a range without days that ends where the hidden clicks begin. For any
 * other range, returns and throws the same as `parseRequestedRange`.
 */
export async function parseRangeOfTotals(deps: RangeDeps, ctx: ProjectContext, query: RangeQuery): Promise<DayRange | undefined> {
  if (query.range !== 'all') return parseRequestedRange(deps, ctx, query)
  assertNoDays(query)
  const hiddenSince = await findHiddenSince(deps, ctx)
  return hiddenSince === undefined ? undefined : { dates: [], starts: [0], end: hiddenSince }
}

/**
 * Removes the hidden days from a range. If every day is hidden, the range has no days and ends where it begins. It
 * still has one start, because queries need a start.
 */
function cutHiddenDays({ dates, starts, end }: DayRange, hiddenSince: number | undefined): DayRange {
  if (hiddenSince === undefined || end <= hiddenSince) return { dates, starts, end }
  const shown = starts.filter((start) => start < hiddenSince).length
  return { dates: dates.slice(0, shown), starts: starts.slice(0, Math.max(shown, 1)), end: Math.max(starts[0] ?? end, hiddenSince) }
}

function parseDay(field: 'from' | 'to', day: string): Temporal.PlainDate {
  if (day < minDay || day > maxDay) failField(field, `Choose a day from ${minDay} to ${maxDay}`)
  return Temporal.PlainDate.from(day)
}

function failField(path: 'from' | 'to' | 'range', message: string): never {
  fail('REQUEST_INVALID', { issues: [{ path, message }] }, message)
}

/**
 * Returns the requested conditions. Throws LINK_NOT_FOUND. Throws FULL_ANALYTICS_REQUIRED if the plan allows no
 * conditions other than one link.
 */
export async function parseRequestedConditions(
  deps: OriginDeps,
  ctx: ProjectContext,
  { url_id: linkId, label, ...query }: ClickConditions,
): Promise<Conditions> {
  const properties = parseRequestedProperties(ctx, query)
  if (label === undefined && linkId === undefined) return { properties }
  if (label !== undefined) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [labelled] = await Promise.all([
    label === undefined ? undefined : findLinkIdsWithLabel(ctx, label),
    linkId === undefined ? undefined : getLink(deps, ctx, linkId),
  ])
  if (linkId === undefined) return { properties, linkIds: labelled }
  return { properties, linkIds: labelled === undefined || labelled.includes(linkId) ? [linkId] : [] }
}

/**
 * Returns the conditions on clicks of one link. The caller must check that the project has the link. Throws
 * FULL_ANALYTICS_REQUIRED.
 */
export function parseRequestedLinkConditions(ctx: ProjectContext, linkId: LinkId, query: Pick<ClickConditions, BreakdownKind>): Conditions {
  return { properties: parseRequestedProperties(ctx, query), linkIds: [linkId] }
}

function parseRequestedProperties(ctx: ProjectContext, query: Pick<ClickConditions, BreakdownKind>): Conditions['properties'] {
  const properties = breakdownKinds.flatMap((kind) => {
    const value = query[kind]
    return value === undefined ? [] : [[kind, value] as const]
  })
  if (properties.length > 0) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  return properties
}
