import type { BotFilter, LinkId } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, matchDayParams, matchQuarters, splitAtUtcDays, toInterval } from '../intervals.ts'
import { matchLinks, rollupClicks } from './click-conditions.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

export interface ClickedLink {
  url_id: string
  clicks: number
}

/**
 * Returns the `limit` most clicked links, most clicked first, deleted ones included; equals are in ClickHouse's order
 * of ids. Skips links without clicks in the range.
 */
export function queryTopLinks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range, limit }: { bots: BotFilter; range: DayRange; limit: number },
): Promise<ClickedLink[]> {
  const { rows, params } = clicksOfLinks({ bots, range })
  return runQuery<ClickedLink>(
    clickhouse,
    ctx,
    `SELECT link_id AS url_id, sum(clicks) AS clicks
     FROM (${rows})
     GROUP BY url_id
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
 * Returns at most `limit` links with clicks of humans after a position, the most clicked first, and the highest id
 * first among equals. Ids are compared as text, because ClickHouse orders UUIDs differently.
 */
export function queryClickedLinks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { range, ids, after, limit }: ClickedLinksPage,
): Promise<ClickedLink[]> {
  const among = ids && matchLinks({ properties: [], linkIds: ids })
  const { rows, params } = clicksOfLinks({ bots: 'exclude', range, condition: among?.condition })
  const position =
    after === undefined ? '' : 'AND (clicks < {clicks:UInt64} OR clicks = {clicks:UInt64} AND toString(url_id) < {id:String})'
  return runQuery<ClickedLink>(
    clickhouse,
    ctx,
    `SELECT link_id AS url_id, sum(clicks) AS clicks
     FROM (${rows})
     GROUP BY url_id
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
 * Returns a subquery of `link_id` and `clicks` for the project in the parameter `project`: one row of a link for the
 * whole UTC days of the range, and one for its ends.
 */
function clicksOfLinks({ bots, range, condition = 'true' }: RangeOfLinks): { rows: string; params: QueryParams } {
  const { whole, ends } = splitAtUtcDays(toInterval(range))
  // The same expression as in the projection `by_day`, so that ClickHouse reads whole days from it.
  const parts = [matchDayParams('toDate(quarter)'), ...(ends.length > 0 ? [matchQuarters(ends)] : [])]
  const rows = parts.map(
    (part) =>
      `SELECT link_id, ${rollupClicks[bots]} AS clicks FROM link_clicks AS rollup WHERE project_id = {project:UUID} AND ${condition} AND ${part} GROUP BY link_id`,
  )
  return { rows: rows.join(' UNION ALL '), params: { ...whole } }
}
