// Views of the pages of a store, and clicks on their buttons.
import type { BotFilter } from '@linkshelf/contract'
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { rollupClicks, rollupPageClicks, rollupViews } from './bot-filter.ts'
import { dayInParams, quarterIn, quarterInParams, splitAtUtcDays, toInterval } from './interval.ts'
import { runQuery } from './run-query.ts'

export interface TrafficFilter {
  bots: BotFilter
  range: DayRange
}

export interface Counts {
  views: number
  clicks: number
}

/** The whole store, or one product. */
export interface TrafficSubject {
  projectId: string
  productId?: string
}

export interface TrafficOfDays {
  /** The counts by day of the range, oldest first. */
  days: Counts[]
  /** Clicks on buttons of the product's own page; 0 for a whole store. */
  pageClicks: number
}

/** Reads the rollups; for a whole store, their projection `by_quarter`. */
export async function queryTrafficByDay(
  clickhouse: ClickHouse,
  subject: TrafficSubject,
  { bots, range }: TrafficFilter,
): Promise<TrafficOfDays> {
  const ofDays = (table: string, views: string, clicks: string, pageClicks: string) =>
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${views} AS views, ${clicks} AS clicks, ${pageClicks} AS page_clicks
     FROM ${table} AS rollup
     WHERE ${ofSubject(subject)} AND ${quarterInParams}
     GROUP BY start`
  const none = 'toUInt64(0)'
  const pageClicks = subject.productId === undefined ? none : rollupPageClicks[bots]
  const rows = await runQuery<Counts & { start: number; pageClicks: number }>(
    clickhouse,
    `SELECT start, sum(views) AS views, sum(clicks) AS clicks, sum(page_clicks) AS pageClicks
     FROM (
       ${ofDays('product_views', rollupViews[bots], none, none)}
       UNION ALL
       ${ofDays('product_clicks', none, rollupClicks[bots], pageClicks)}
     )
     GROUP BY start`,
    { ...paramsOf(subject), starts: range.starts, ...toInterval(range) },
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
 * The `limit` most clicked products, then the most viewed ones, deleted ones included. Whole UTC days come from
 * the projections `by_day`.
 */
export function queryTopProducts(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, range, limit }: TrafficFilter & { limit: number },
): Promise<ProductCounts[]> {
  const { whole, ends } = splitAtUtcDays(toInterval(range))
  // The same expression as in the projections, so that ClickHouse reads whole days from them.
  const conditions = [dayInParams('toDate(quarter)'), ...(ends.length > 0 ? [quarterIn(ends)] : [])]
  const ofProducts = (table: string, views: string, clicks: string, pageClicks: string) =>
    conditions.map(
      (condition) =>
        `SELECT product_id, ${views} AS views, ${clicks} AS clicks, ${pageClicks} AS page_clicks
         FROM ${table} AS rollup
         WHERE project_id = {project:UUID} AND product_id != toUUID('${noId}') AND ${condition}
         GROUP BY product_id`,
    )
  const none = 'toUInt64(0)'
  const parts = [
    ...ofProducts('product_views', rollupViews[bots], none, none),
    ...ofProducts('product_clicks', none, rollupClicks[bots], rollupPageClicks[bots]),
  ]
  return runQuery<ProductCounts>(
    clickhouse,
    `SELECT product_id, sum(views) AS views, sum(clicks) AS clicks, sum(page_clicks) AS pageClicks
     FROM (${parts.join(' UNION ALL ')})
     GROUP BY product_id
     HAVING views > 0 OR clicks > 0
     ORDER BY clicks DESC, views DESC, product_id
     LIMIT {limit:UInt64}`,
    { project: projectId, limit, ...whole },
  )
}

function ofSubject({ productId }: TrafficSubject): string {
  return `project_id = {project:UUID}${productId === undefined ? '' : ' AND product_id = {product:UUID}'}`
}

function paramsOf({ projectId, productId }: TrafficSubject): Record<string, string> {
  return { project: projectId, ...(productId !== undefined && { product: productId }) }
}
