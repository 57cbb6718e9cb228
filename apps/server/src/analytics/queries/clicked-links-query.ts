import type { BotFilter, LinkId } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { rollupClicks } from './bot-filter.ts'
import { linksThatMeet } from './click-conditions.ts'
import { dayInParams, quarterIn, splitAtUtcDays, toInterval } from './interval.ts'
import { runQuery } from './run-query.ts'

export interface ClickedLink {
  url_id: string
  clicks: number
}

interface ClickedLinksPage {
  bots: BotFilter
  range: DayRange
  /** Only these links. */
  ids?: readonly LinkId[]
  after?: ClickedLink | undefined
  limit: number
}

/** At most `limit` links with clicks, deleted ones included, the most clicked first, the highest id of equals, after a position. Ids are compared as text: ClickHouse orders UUIDs otherwise. */
export function queryClickedLinks(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, range, ids, after, limit }: ClickedLinksPage,
): Promise<ClickedLink[]> {
  const { whole, ends } = splitAtUtcDays(toInterval(range))
  const among = ids && linksThatMeet({ properties: [], linkIds: ids })
  const clicksOfLinks = (condition: string) =>
    `SELECT link_id, ${rollupClicks[bots]} AS clicks FROM link_clicks AS rollup
     WHERE project_id = {project:UUID} ${among ? `AND ${among.condition}` : ''} AND ${condition} GROUP BY link_id`
  // The same expression as in the projection `by_day`, so that ClickHouse reads whole days from it.
  const wholeDays = dayInParams('toDate(quarter)')
  const position =
    after === undefined ? '' : 'AND (clicks < {clicks:UInt64} OR clicks = {clicks:UInt64} AND toString(url_id) < {id:String})'
  return runQuery<ClickedLink>(
    clickhouse,
    `SELECT link_id AS url_id, sum(clicks) AS clicks
     FROM (${[clicksOfLinks(wholeDays), ...(ends.length > 0 ? [clicksOfLinks(quarterIn(ends))] : [])].join(' UNION ALL ')})
     GROUP BY url_id
     HAVING clicks > 0 ${position}
     ORDER BY clicks DESC, toString(url_id) DESC
     LIMIT {limit:UInt64}`,
    { project: projectId, limit, ...whole, ...among?.params, ...(after && { clicks: after.clicks, id: after.url_id }) },
  )
}
