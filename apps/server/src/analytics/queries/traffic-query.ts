// Views of the pages of a store, and clicks on their buttons.

import type { BotFilter, ProductId } from '@linkshelf/contract'
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, matchDayParams, matchQuarters, matchTimes, quarterInParams, splitAtUtcDays, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import {
  filterClicks,
  matchProperties,
  quarterStartOfClick,
  rollupClicks,
  rollupPageClicks,
  rollupViews,
  visitCondition,
} from './click-conditions.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

export interface TrafficFilter {
  bots: BotFilter
  range: DayRange
}

export interface Counts {
  views: number
  clicks: number
}

interface TrafficOfDays {
  /** The counts by day of the range, oldest first. */
  days: Counts[]
  /** Clicks on buttons of the product's own page; 0 for a whole store. */
  pageClicks: number
}

/**
 * Returns the counts of each day. For one product, reads the product's rollups. For a whole store, reads the projection
 * `by_quarter` of these rollups.
 */
export async function queryTrafficByDay(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range, productId }: TrafficFilter & { productId?: ProductId },
): Promise<TrafficOfDays> {
  const groupByStart = (table: string, views: string, clicks: string, pageClicks: string) =>
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${views} AS views, ${clicks} AS clicks, ${pageClicks} AS page_clicks
     FROM ${table} AS rollup
     WHERE project_id = {project:UUID} ${productId === undefined ? '' : 'AND product_id = {product:UUID}'} AND ${quarterInParams}
     GROUP BY start`
  const none = 'toUInt64(0)'
  const pageClicks = productId === undefined ? none : rollupPageClicks[bots]
  const rows = await runQuery<Counts & { start: number; pageClicks: number }>(
    clickhouse,
    ctx,
    `SELECT start, sum(views) AS views, sum(clicks) AS clicks, sum(page_clicks) AS pageClicks
     FROM (
       ${groupByStart('product_views', rollupViews[bots], none, none)}
       UNION ALL
       ${groupByStart('product_clicks', none, rollupClicks[bots], pageClicks)}
     )
     GROUP BY start`,
    { project: ctx.project.id, ...(productId && { product: productId }), starts: range.starts, ...toInterval(range) },
  )
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return {
    days: range.starts.map((start) => ({ views: rowAt.get(start)?.views ?? 0, clicks: rowAt.get(start)?.clicks ?? 0 })),
    pageClicks: rows.reduce((sum, row) => sum + row.pageClicks, 0),
  }
}

export interface ProductCounts extends Counts {
  product_id: string
  pageClicks: number
}

/**
 * Returns the `limit` most clicked products, including deleted products. If products have equal clicks, the most viewed
 * product comes first. If `productIds` is given, only these products are returned. Whole UTC days come from the
 * projections `by_day`.
 */
export function queryTopProducts(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range, limit, productIds }: TrafficFilter & { limit: number; productIds?: readonly string[] },
): Promise<ProductCounts[]> {
  const { whole, ends } = splitAtUtcDays(toInterval(range))
  // The condition on days has the same expression as the projections, so that ClickHouse reads whole days from them.
  const conditions = [matchDayParams('toDate(quarter)'), ...(ends.length > 0 ? [matchQuarters(ends)] : [])]
  const isAsked = productIds === undefined ? '1' : 'product_id IN {products:Array(UUID)}'
  const groupByProduct = (table: string, views: string, clicks: string, pageClicks: string) =>
    conditions.map(
      (condition) =>
        `SELECT product_id, ${views} AS views, ${clicks} AS clicks, ${pageClicks} AS page_clicks
         FROM ${table} AS rollup
         WHERE project_id = {project:UUID} AND product_id != toUUID('${noId}') AND ${isAsked} AND ${condition}
         GROUP BY product_id`,
    )
  const none = 'toUInt64(0)'
  const parts = [
    ...groupByProduct('product_views', rollupViews[bots], none, none),
    ...groupByProduct('product_clicks', none, rollupClicks[bots], rollupPageClicks[bots]),
  ]
  return runQuery<ProductCounts>(
    clickhouse,
    ctx,
    `SELECT product_id, sum(views) AS views, sum(clicks) AS clicks, sum(page_clicks) AS pageClicks
     FROM (${parts.join(' UNION ALL ')})
     GROUP BY product_id
     HAVING views > 0 OR clicks > 0
     ORDER BY clicks DESC, views DESC, product_id
     LIMIT {limit:UInt64}`,
    { project: ctx.project.id, limit, ...(productIds && { products: [...productIds] }), ...whole },
  )
}

// Queries of page views of a store, and of clicks on its buttons, that meet conditions. Rollups have no properties, so
// single views and clicks are read. Both tables are sorted by project and day.

interface ConditionalTrafficFilter extends TrafficFilter {
  /** Only conditions on properties, because a view belongs to no link. */
  conditions: Pick<Conditions, 'properties'>
}

/** Returns the counts by day of the range, oldest first. */
export async function queryConditionalTrafficByDay(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  filter: ConditionalTrafficFilter,
): Promise<Counts[]> {
  const { starts } = filter.range
  const roundToStart = (seconds: string) => `roundDown(${seconds}, {starts:Array(UInt32)}) AS start`
  const { views, clicks, params } = toSources(filter)
  const rows = await runQuery<Counts & { start: number }>(
    clickhouse,
    ctx,
    `SELECT start, sum(views) AS views, sum(clicks) AS clicks
     FROM (
       SELECT ${roundToStart("toUnixTimestamp(toDateTime(at, 'UTC'))")}, count() AS views, toUInt64(0) AS clicks FROM ${views} GROUP BY start
       UNION ALL
       SELECT ${roundToStart(quarterStartOfClick)}, toUInt64(0) AS views, count() AS clicks FROM ${clicks} GROUP BY start
     )
     GROUP BY start`,
    { project: ctx.project.id, starts, ...params },
  )
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return starts.map((at) => ({ views: rowAt.get(at)?.views ?? 0, clicks: rowAt.get(at)?.clicks ?? 0 }))
}

/**
 * Returns the `limit` most clicked products, including deleted products. If products have equal clicks, the most viewed
 * product comes first.
 */
export function queryConditionalTopProducts(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { limit, ...filter }: ConditionalTrafficFilter & { limit: number },
): Promise<ProductCounts[]> {
  const { views, clicks, params } = toSources(filter)
  return runQuery<ProductCounts>(
    clickhouse,
    ctx,
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
    { project: ctx.project.id, limit, ...params },
  )
}

/**
 * Returns the texts after FROM that select the views and the clicks. `params` are the parameters of both, in addition
 * to `project`.
 */
function toSources({ bots, range, conditions }: ConditionalTrafficFilter): { views: string; clicks: string; params: QueryParams } {
  const intervals = [toInterval(range)]
  const [ofViews, ofClicks] = [matchProperties('page_views', conditions), matchProperties('clicks', conditions)]
  return {
    views: `page_views WHERE project_id = {project:UUID} AND ${matchTimes(intervals)} AND ${visitCondition[bots]} AND ${ofViews.condition}`,
    clicks: filterClicks(`${ofClicks.condition} AND ${visitCondition[bots]} AND product_id != toUUID('${noId}')`, intervals),
    params: ofClicks.params,
  }
}
