import type { BotFilter, LinkId } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, type Interval, matchDayParams, matchQuarters, splitAtUtcDays, toInterval } from '../intervals.ts'
import { matchLinks, rollupClicks } from './click-conditions.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

export interface ClickedLink {
  url_id: string
  clicks: number
}

/**
 * Returns the `limit` most clicked links, most clicked first, including deleted links. If links have equal clicks, they
 * are in ClickHouse's order of ids. Skips links without clicks in the range.
 */
export function queryTopLinks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range, limit }: { bots: BotFilter; range: DayRange; limit: number },
): Promise<ClickedLink[]> {
  const { query, params } = groupClicksByLink({ bots, range })
  return runQuery<ClickedLink>(
    clickhouse,
    ctx,
    `${query}
     HAVING clicks > 0
     ORDER BY clicks DESC, url_id
     LIMIT {limit:UInt64}`,
    { project: ctx.project.id, limit, ...params },
  )
}

interface ClickedLinksPage {
  range: DayRange
  /** Restricts the list to these links. */
  ids?: readonly LinkId[]
  after?: ClickedLink | undefined
  limit: number
}

/**
 * Returns at most `limit` links with human clicks that come after a position. The most clicked link comes first. If
 * links have equal clicks, the highest id comes first. Ids are compared as text, because ClickHouse orders UUIDs
 * differently.
 */
export function queryClickedLinks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { range, ids, after, limit }: ClickedLinksPage,
): Promise<ClickedLink[]> {
  const among = ids && matchLinks({ properties: [], linkIds: ids })
  const { query, params } = groupClicksByLink({ bots: 'exclude', range, condition: among?.condition })
  const position =
    after === undefined ? '' : 'AND (clicks < {clicks:UInt64} OR clicks = {clicks:UInt64} AND toString(url_id) < {id:String})'
  return runQuery<ClickedLink>(
    clickhouse,
    ctx,
    `${query}
     HAVING clicks > 0 ${position}
     ORDER BY clicks DESC, toString(url_id) DESC
     LIMIT {limit:UInt64}`,
    { project: ctx.project.id, limit, ...params, ...among?.params, ...(after && { clicks: after.clicks, id: after.url_id }) },
  )
}

interface RangeOfLinks {
  bots: BotFilter
  range: DayRange
  /** A condition on `link_id`. */
  condition?: string | undefined
}

/**
 * Returns a query of `url_id` and `clicks` for the project in the parameter `project`. HAVING, ORDER BY and LIMIT can
 * be appended.
 */
function groupClicksByLink({ bots, range, condition = 'true' }: RangeOfLinks): { query: string; params: QueryParams } {
  const { parts, params } = splitForRollup(toInterval(range))
  const ofParts = parts.map(
    (part) =>
      `SELECT link_id AS url_id, ${rollupClicks[bots]} AS clicks FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND ${condition} AND ${part} GROUP BY url_id`,
  )
  const [only = ''] = ofParts
  const union = `SELECT url_id, sum(clicks) AS clicks FROM (${ofParts.join(' UNION ALL ')}) GROUP BY url_id`
  return { query: ofParts.length === 1 ? only : union, params }
}

/**
 * Returns conditions on `link_clicks` that together select each row of the interval exactly once. The first condition
 * selects whole UTC days. It uses the expression of the projection `by_day`, so ClickHouse reads the projection. The
 * second condition selects the quarter-hours before the first and after the last whole day. The projection has no
 * quarter-hours, so ClickHouse reads the complete monthly partitions that contain them.
 *
 * If the interval is within two months, those partitions already contain the whole interval, so one condition selects
 * all of it by quarter-hours.
 */
function splitForRollup(interval: Interval): { parts: string[]; params: QueryParams } {
  const { whole, ends } = splitAtUtcDays(interval)
  const inDays = matchDayParams('toDate(quarter)')
  if (ends.length === 0) return { parts: [inDays], params: { ...whole } }
  if (countMonths(interval) <= 2) return { parts: [matchQuarters([interval])], params: {} }
  return { parts: [inDays, matchQuarters(ends)], params: { ...whole } }
}

/** Returns how many calendar months (UTC) the interval is in, because the rollup is partitioned by month. */
function countMonths({ from, until }: Interval): number {
  const toMonthNumber = (seconds: number) => {
    const date = new Date(seconds * 1_000)
    return 12 * date.getUTCFullYear() + date.getUTCMonth()
  }
  return toMonthNumber(until - 1) - toMonthNumber(from) + 1
}
