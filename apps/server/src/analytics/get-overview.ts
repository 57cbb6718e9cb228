import { type ClicksQuery, type Dashboard, type Overview, topLinksMax } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import { countActiveLinks, findExistingLinkIds, findLinks } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { findHiddenSince } from './click-limit.ts'
import { createLastDaysRange } from './intervals.ts'
import { isUnconditional } from './queries/click-conditions.ts'
import { findClickScope, showDeletion } from './queries/click-scope.ts'
import { type ClickedLink, queryTopLinks } from './queries/clicked-links-query.ts'
import { queryConditionalDashboard, queryDashboard } from './queries/dashboard-query.ts'
import { queryClicksByStart, queryConditionalOverview } from './queries/overview-query.ts'
import { parseRangeOfTotals, parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

const daysOfLastMonth = 30
/** Number of links that are looked up at once. PostgreSQL accepts at most 65,535 parameters in a statement. */
const lookupBatch = 10_000

/**
 * Returns the numbers of the overview. The requested range and conditions apply to all fields except `clicksAllTime`,
 * `clicksLastMonth` and `activeLinks`. Throws the errors of `parseRequestedRange` and `parseRequestedConditions`.
 */
export async function getOverview(deps: ClickDeps, ctx: ProjectContext, { bots, ...query }: ClicksQuery): Promise<Overview> {
  const { clickhouse } = deps
  const [scope, range, conditions, hiddenSince = Number.POSITIVE_INFINITY] = await Promise.all([
    findClickScope(ctx),
    parseRequestedRange(deps, ctx, query),
    parseRequestedConditions(deps, ctx, query),
    findHiddenSince(deps, ctx),
  ])
  const month = createLastDaysRange(ctx.now, query.tz, daysOfLastMonth)
  const bounds = [...range.starts, range.end, ...month.starts, month.end, hiddenSince].filter(Number.isFinite)
  const starts = [...new Set(bounds)].sort((one, other) => one - other)

  const queryInRange = async (limit: number): Promise<ClicksInRange> =>
    isUnconditional(conditions)
      ? { topLinks: await queryTopLinks(clickhouse, scope, { bots, range, limit }) }
      : queryConditionalOverview(clickhouse, scope, { bots, conditions, ...range, limit })
  const [{ earlier, clicks }, { dailyClicks, topLinks }, activeLinks] = await Promise.all([
    queryClicksByStart(clickhouse, scope, { bots, starts }),
    findClicksInRange(ctx, queryInRange),
    countActiveLinks(ctx),
  ])
  const linkById = await findLinks(
    deps,
    ctx,
    topLinks.map(({ url_id }) => url_id),
  )
  const clicksByStart = new Map(starts.map((start, index) => [start, start < hiddenSince ? (clicks[index] ?? 0) : 0]))
  const findClicksAt = (start: number | undefined) => (start === undefined ? 0 : (clicksByStart.get(start) ?? 0))
  const clicksByDay = range.dates.map((date, index) => ({ date, clicks: dailyClicks?.[index] ?? findClicksAt(range.starts[index]) }))
  return {
    totalClicks: sum(clicksByDay.map((day) => day.clicks)),
    clicksAllTime: earlier + sum([...clicksByStart.values()]),
    clicksLastMonth: sum(month.starts.map(findClicksAt)),
    activeLinks,
    topPerformingLinks: topLinks.flatMap((one) => {
      const link = linkById.get(one.url_id)
      return link === undefined ? [] : [{ ...one, link }]
    }),
    clicksByDay,
    ...showDeletion(scope),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

interface ClicksInRange {
  /** The clicks of each day. Undefined if there are no conditions. */
  dailyClicks?: number[]
  topLinks: ClickedLink[]
}

/**
 * Finds the most clicked links that exist, because ClickHouse also stores clicks of deleted links. If fewer than ten of
 * the queried links exist, queries a longer list and looks up only the new links in it.
 */
async function findClicksInRange(ctx: ProjectContext, query: (limit: number) => Promise<ClicksInRange>): Promise<ClicksInRange> {
  const checked = new Set<string>()
  const existing = new Set<string>()
  for (let limit = topLinksMax; ; limit *= 4) {
    const clicks = await query(limit)
    const links = clicks.topLinks
    const unchecked = links.map((link) => link.url_id).filter((id) => !checked.has(id))
    for (let start = 0; start < unchecked.length && existing.size < topLinksMax; start += lookupBatch) {
      const batch = unchecked.slice(start, start + lookupBatch)
      for (const id of batch) checked.add(id)
      for (const id of await findExistingLinkIds(ctx, batch)) existing.add(id)
    }
    const found = links.filter((link) => existing.has(link.url_id))
    if (found.length >= topLinksMax || links.length < limit) return { ...clicks, topLinks: found.slice(0, topLinksMax) }
  }
}

/**
 * Returns the totals of a range or of all time. `countries` counts known countries only. Throws the errors of
 * `parseRangeOfTotals` and `parseRequestedConditions`.
 */
export async function getDashboard(deps: ClickDeps, ctx: ProjectContext, { bots, ...query }: ClicksQuery): Promise<Dashboard> {
  const [scope, range, conditions] = await Promise.all([
    findClickScope(ctx),
    parseRangeOfTotals(deps, ctx, query),
    parseRequestedConditions(deps, ctx, query),
  ])
  const dashboard = isUnconditional(conditions)
    ? await queryDashboard(deps.clickhouse, scope, { bots, range })
    : await queryConditionalDashboard(deps.clickhouse, scope, { bots, range, conditions })
  return { ...dashboard, ...showDeletion(scope) }
}
