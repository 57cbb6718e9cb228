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

// ClickHouse's DateTime ends in 2106.
const minDay = '2000-01-01'
const maxDay = '2099-12-31'

/**
 * The requested range, or the organization's window that ends today, without the days that are hidden because the month
 * has more clicks than the plan shows. All time begins as early as the organization may see, within the longest range.
 * Throws REQUEST_INVALID for a range that ends before it begins or is too long, and ANALYTICS_HISTORY_LOCKED for days
 * further back than the organization may see.
 */
export async function parseRequestedRange(deps: RangeDeps, ctx: ProjectContext, query: RangeQuery): Promise<DayRange> {
  if (query.range === 'all') assertNoDays(query)
  const range = query.range === 'all' ? await findAllTime(deps, ctx, query.tz) : parseDays(ctx, query)
  return cutHiddenDays(range, await findHiddenSince(deps, ctx))
}

/** A project without visits has one day. */
async function findAllTime(deps: RangeDeps, ctx: ProjectContext, timeZone: string): Promise<DayRange> {
  const today = toLocalDay(ctx.now, timeZone)
  const first = (await findFirstDay(deps, ctx, timeZone)) ?? today
  return createDayRange(toShownDay(ctx, timeZone, first), today, timeZone)
}

/**
 * Returns the first day of all time as far as the organization may see it, within the longest range. The clock of an
 * import may be ahead: then it is today.
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

/** The day of the first click or page view of the project, in a time zone; undefined without any. */
export async function findFirstDay(deps: RangeDeps, ctx: ProjectContext, timeZone: string): Promise<Temporal.PlainDate | undefined> {
  const start = await queryFirstVisit(deps.clickhouse, await findClickScope(ctx))
  return start === undefined ? undefined : toLocalDay(new Date(start * 1000), timeZone)
}

/**
 * Returns the range as `parseRequestedRange` does. All time is undefined, under any plan, unless a part of it is
 * hidden: its totals need no days.
 */
export async function parseRangeOfTotals(deps: RangeDeps, ctx: ProjectContext, query: RangeQuery): Promise<DayRange | undefined> {
  if (query.range !== 'all') return parseRequestedRange(deps, ctx, query)
  assertNoDays(query)
  const hiddenSince = await findHiddenSince(deps, ctx)
  return hiddenSince === undefined ? undefined : { dates: [], starts: [0], end: hiddenSince }
}

/** Queries need a start, also where every day is hidden: then the range ends where it begins. */
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

/** Throws FULL_ANALYTICS_REQUIRED for conditions other than one link, and LINK_NOT_FOUND. */
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

/** The conditions on clicks of one link, which the caller has checked or checks. Throws FULL_ANALYTICS_REQUIRED. */
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
