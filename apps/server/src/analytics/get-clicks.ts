import {
  type AnalyticsQuery,
  type ClicksQuery,
  type EarningsTotals,
  type HourlyClicks,
  hourlyRangeDays,
  type LinksClicks,
  type RecentClick,
  recentClicksDays,
} from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { findExistingLinkIds, findLinks } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { findHiddenSince } from './click-limit.ts'
import { type DayRange, listHourStarts, toLocalDay } from './intervals.ts'
import { findClickScope } from './queries/click-scope.ts'
import { type ClickedRows, queryClicksByDay } from './queries/link-clicks-query.ts'
import { queryConditionalClicks } from './queries/overview-query.ts'
import { queryRecentClicks, type RecentClickRow } from './queries/single-clicks-query.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/**
 * Returns the clicks of each hour, oldest first, including hours without clicks. By default, `to` is today and `from`
 * equals `to`. If the range is all time, returns the last two days. Throws REQUEST_INVALID if the range has more than
 * two days, and the errors of `parseRequestedRange` and `parseRequestedConditions`.
 */
export async function getHourlyClicks(deps: ClickDeps, ctx: ProjectContext, { bots, ...query }: ClicksQuery): Promise<HourlyClicks[]> {
  const to = query.to ?? toLocalDay(ctx.now, query.tz).toString()
  const [requested, conditions] = await Promise.all([
    parseRequestedRange(deps, ctx, query.range === 'all' ? query : { tz: query.tz, from: query.from ?? to, to }),
    parseRequestedConditions(deps, ctx, query),
  ])
  const range = query.range === 'all' ? toLastDays(requested, hourlyRangeDays) : requested
  if (range.dates.length > hourlyRangeDays) {
    const message = `Choose a range of at most ${hourlyRangeDays} days`
    fail('REQUEST_INVALID', { issues: [{ path: 'from', message }] }, message)
  }
  const starts = listHourStarts(range)
  if (starts.length === 0) return []
  const clicks = await queryConditionalClicks(deps.clickhouse, await findClickScope(ctx), { bots, conditions, starts, end: range.end })
  return starts.map((start, index) => ({ at: new Date(start * 1000).toISOString(), clicks: clicks[index] ?? 0 }))
}

function toLastDays({ dates, starts, end }: DayRange, count: number): DayRange {
  return { dates: dates.slice(-count), starts: starts.slice(-count), end }
}

/** The days of a range, and each link's clicks on each day. */
interface ClickedDays {
  dates: string[]
  links: { url_id: string; clicks: number[] }[]
}

/** Returns the earnings of links on days of a time zone, by link id. Links without sales are missing. */
export type FindLinkTotals = (ctx: ProjectContext, timeZone: string, clicked: ClickedDays) => Promise<Map<string, EarningsTotals[]>>

/** Returns the same as `getLinksClicks`, with the earnings of the links. */
export async function getLinksNumbers(
  deps: ClickDeps & { findLinkTotals: FindLinkTotals },
  ctx: ProjectContext,
  query: AnalyticsQuery & { url_ids: readonly string[] },
): Promise<LinksClicks> {
  const clicked = await getLinksClicks(deps, ctx, query)
  const totals = await deps.findLinkTotals(ctx, query.tz, clicked)
  return { dates: clicked.dates, links: clicked.links.map((link) => ({ ...link, totals: totals.get(link.url_id) ?? [] })) }
}

/**
 * Returns the daily clicks of the links, in the order of `url_ids`, without links of other projects. Throws the errors
 * of `parseRequestedRange`.
 */
export async function getLinksClicks(
  deps: ClickDeps,
  ctx: ProjectContext,
  { bots, url_ids: linkIds, ...query }: AnalyticsQuery & { url_ids: readonly string[] },
): Promise<ClickedDays> {
  const range = await parseRequestedRange(deps, ctx, query)
  const existing = await findExistingLinkIds(ctx, linkIds)
  const clicksByLink =
    existing.size === 0
      ? new Map<string, number[]>()
      : await queryClicksByDay(
          deps.clickhouse,
          await findClickScope(ctx),
          { by: 'link', ids: [...existing] },
          { bots, range, conditions: { properties: [] } },
        )
  return {
    dates: range.dates,
    links: linkIds.filter((id) => existing.has(id)).map((id) => ({ url_id: id, clicks: clicksByLink.get(id) ?? range.dates.map(() => 0) })),
  }
}

/**
 * Returns the clicks of links or products on each day of the range, by id. Skips links and products without clicks, and
 * does not check that they exist. Throws the errors of `parseRequestedRange` and `parseRequestedConditions`.
 */
export async function getClicksByDay(
  deps: ClickDeps,
  ctx: ProjectContext,
  clicked: ClickedRows,
  { bots, ...query }: ClicksQuery,
): Promise<{ dates: string[]; clicksById: Map<string, number[]> }> {
  const [range, conditions] = await Promise.all([parseRequestedRange(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  return {
    dates: range.dates,
    clicksById: await queryClicksByDay(deps.clickhouse, await findClickScope(ctx), clicked, { bots, range, conditions }),
  }
}

const daySeconds = 86_400

/**
 * Returns the latest clicks, latest first. Skips clicks of bots and clicks that the plan hides. The country, device and
 * source of a click are null if the plan has no full analytics.
 */
export async function getRecentClicks(deps: ClickDeps, ctx: ProjectContext, limit: number): Promise<RecentClick[]> {
  const now = Math.ceil(ctx.now.getTime() / 1_000) + 1
  const until = Math.min(now, (await findHiddenSince(deps, ctx)) ?? now)
  const scope = await findClickScope(ctx)
  // In a busy project, one day has enough clicks. In other projects, earlier days are searched too.
  const ofOneDay = await queryRecentClicks(deps.clickhouse, scope, { from: until - daySeconds, until, limit })
  const from = now - recentClicksDays * daySeconds
  const rows = ofOneDay.length === limit ? ofOneDay : await queryRecentClicks(deps.clickhouse, scope, { from, until, limit })
  const linkById = await findLinks(deps, ctx, [...new Set(rows.map(({ link_id }) => link_id))])
  return rows.map((row) => {
    const link = linkById.get(row.link_id)
    return {
      id: row.id,
      at: new Date(row.atMs).toISOString(),
      link: link === undefined ? null : { url_id: link.url_id, url: link.url, target: link.target, title: link.title },
      ...toShownOrigin(row, ctx.entitlements.hasFullAnalytics),
    }
  })
}

function toShownOrigin({ country, city, device, source, referrer, utm_source }: RecentClickRow, isShown: boolean) {
  return isShown
    ? { country, city, device, source, referrer, utm_source }
    : { country: null, city: null, device: null, source: null, referrer: null, utm_source: null }
}
