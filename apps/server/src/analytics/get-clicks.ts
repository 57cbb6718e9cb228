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
import { queryLinksClicks } from './queries/link-clicks-query.ts'
import { queryConditionalClicks } from './queries/overview-query.ts'
import { queryRecentClicks, type RecentClickRow } from './queries/single-clicks-query.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/**
 * Oldest first, hours without clicks included, of the day `to` (today by default) unless the range begins earlier. Of
 * all time, the last two days. Throws REQUEST_INVALID for more than two days, and as `parseRequestedRange` and
 * `parseRequestedConditions` do.
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

/** The days of a range, and the clicks of each link on them. */
interface ClickedDays {
  dates: string[]
  links: { url_id: string; clicks: number[] }[]
}

/** Returns the earnings of links on days of a time zone, by their id; links without sales are left out. */
export type FindLinkTotals = (ctx: ProjectContext, timeZone: string, clicked: ClickedDays) => Promise<Map<string, EarningsTotals[]>>

/** Returns clicks and earnings of links as `getLinksClicks` returns the clicks alone. */
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
 * Returns the links in the order of `url_ids`, without links of other projects. Throws as `parseRequestedRange` does.
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
      : await queryLinksClicks(deps.clickhouse, await findClickScope(ctx), [...existing], { bots, range })
  return {
    dates: range.dates,
    links: linkIds.filter((id) => existing.has(id)).map((id) => ({ url_id: id, clicks: clicksByLink.get(id) ?? range.dates.map(() => 0) })),
  }
}

const daySeconds = 86_400

/**
 * Latest first, without the clicks of bots and those that the plan hides. Where they came from
 * only with full analytics.
 */
export async function getRecentClicks(deps: ClickDeps, ctx: ProjectContext, limit: number): Promise<RecentClick[]> {
  const now = Math.ceil(ctx.now.getTime() / 1_000) + 1
  const until = Math.min(now, (await findHiddenSince(deps, ctx)) ?? now)
  const scope = await findClickScope(ctx)
  // The day of a busy project has them: only others are searched further back.
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
