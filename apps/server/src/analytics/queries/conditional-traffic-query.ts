// Views of the pages of a store, and clicks on their buttons, that meet conditions. Rollups have no properties: these
// are the single views and clicks of the project's days, which both tables are sorted by.
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Conditions } from '../requested-conditions.ts'
import { visitCondition } from './bot-filter.ts'
import { clicksWhere, propertiesMet, quarterStartOfClick } from './click-conditions.ts'
import { atIn, toInterval } from './interval.ts'
import { type QueryParams, runClickQuery } from './run-query.ts'
import type { Counts, ProductCounts, TrafficFilter } from './traffic-query.ts'

interface ConditionalTrafficFilter extends TrafficFilter {
  /** Conditions on properties; a view belongs to no link. */
  conditions: Pick<Conditions, 'properties'>
}

/** Returns the counts by day of the range, oldest first. */
export async function queryConditionalTrafficByDay(
  clickhouse: ClickHouse,
  projectId: string,
  filter: ConditionalTrafficFilter,
): Promise<Counts[]> {
  const { starts } = filter.range
  const startOf = (seconds: string) => `roundDown(${seconds}, {starts:Array(UInt32)}) AS start`
  const { views, clicks, params } = sourcesOf(filter)
  const rows = await runClickQuery<Counts & { start: number }>(
    clickhouse,
    `SELECT start, sum(views) AS views, sum(clicks) AS clicks
     FROM (
       SELECT ${startOf("toUnixTimestamp(toDateTime(at, 'UTC'))")}, count() AS views, toUInt64(0) AS clicks FROM ${views} GROUP BY start
       UNION ALL
       SELECT ${startOf(quarterStartOfClick)}, toUInt64(0) AS views, count() AS clicks FROM ${clicks} GROUP BY start
     )
     GROUP BY start`,
    { project: projectId, starts, ...params },
  )
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return starts.map((at) => ({ views: rowAt.get(at)?.views ?? 0, clicks: rowAt.get(at)?.clicks ?? 0 }))
}

/** The `limit` most clicked products, then the most viewed ones, deleted ones included. */
export function queryConditionalTopProducts(
  clickhouse: ClickHouse,
  projectId: string,
  { limit, ...filter }: ConditionalTrafficFilter & { limit: number },
): Promise<ProductCounts[]> {
  const { views, clicks, params } = sourcesOf(filter)
  return runClickQuery<ProductCounts>(
    clickhouse,
    `SELECT product_id, sum(views) AS views, sum(clicks) AS clicks, sum(page_clicks) AS pageClicks
     FROM (
       SELECT product_id, count() AS views, toUInt64(0) AS clicks, toUInt64(0) AS page_clicks
       FROM ${views} AND product_id != toUUID('${noId}')
       GROUP BY product_id
       UNION ALL
       SELECT product_id, toUInt64(0) AS views, count() AS clicks, countIf(page = 'product') AS page_clicks
       FROM ${clicks}
       GROUP BY product_id
     )
     GROUP BY product_id
     ORDER BY clicks DESC, views DESC, product_id
     LIMIT {limit:UInt64}`,
    { project: projectId, limit, ...params },
  )
}

/** Each with its condition, and the parameters of both beside `project`. */
function sourcesOf({ bots, range, conditions }: ConditionalTrafficFilter): { views: string; clicks: string; params: QueryParams } {
  const intervals = [toInterval(range)]
  const [ofViews, ofClicks] = [propertiesMet('page_views', conditions), propertiesMet('clicks', conditions)]
  return {
    views: `page_views WHERE project_id = {project:UUID} AND ${atIn(intervals)} AND ${visitCondition[bots]} AND ${ofViews.condition}`,
    clicks: clicksWhere(`${ofClicks.condition} AND ${visitCondition[bots]} AND product_id != toUUID('${noId}')`, intervals),
    params: ofClicks.params,
  }
}
