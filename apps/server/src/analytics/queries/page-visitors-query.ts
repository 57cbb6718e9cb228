// Distinct daily visitors of the pages of a store.
import type { BotFilter, ProductId } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, matchDayParams, matchTimes, quarterInParams, splitAtUtcDays, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import { matchProperties, visitCondition } from './click-conditions.ts'
import { getSingleRow, type ProjectQueryContext, runQuery } from './run-query.ts'
import type { TrafficFilter } from './traffic-query.ts'

/**
 * Returns how many visitors a whole store has. If the set of visitors of a day is complete, it is used. Other days are
 * counted from the `page_views` table, as far back as views are stored.
 */
export async function countStoreVisitors(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range }: TrafficFilter,
): Promise<number> {
  const days = await queryCompleteDays(clickhouse, ctx, range)
  return querySum(
    clickhouse,
    ctx,
    `SELECT uniqExactIfMerge(visitors) AS visits
     FROM (${visitorSets[bots]})
     WHERE project_id = {project:UUID} AND day IN {days:Array(Date)}
     GROUP BY day
     UNION ALL
     ${groupPageVisitsByDay('project_id = {project:UUID} AND toDate(at) NOT IN {days:Array(Date)}', { bots, range })}`,
    { project: ctx.project.id, days },
  )
}

/** Returns how many visitors of a whole store have views that meet the conditions, as far back as views are stored. */
export function queryConditionalStoreVisitors(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { conditions, ...filter }: TrafficFilter & { conditions: Conditions },
): Promise<number> {
  const { condition, params } = matchProperties('page_views', conditions)
  return querySum(clickhouse, ctx, groupPageVisitsByDay(`project_id = {project:UUID} AND ${condition}`, filter), {
    project: ctx.project.id,
    ...params,
  })
}

/** Returns how many visitors one product's page has, from the `page_views` table, as far back as views are stored. */
export function countProductVisitors(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { productId, ...filter }: TrafficFilter & { productId: ProductId },
): Promise<number> {
  const condition = 'project_id = {project:UUID} AND product_id = {product:UUID}'
  return querySum(clickhouse, ctx, groupPageVisitsByDay(condition, filter), { project: ctx.project.id, product: productId })
}

/** SQL of the visitor sets of each day. Humans and bots have separate sets. */
const visitorSets: Record<BotFilter, string> = {
  exclude: toVisitorSets('visitors'),
  include: `${toVisitorSets('visitors')} UNION ALL ${toVisitorSets('bot_visitors')}`,
  only: toVisitorSets('bot_visitors'),
}

function toVisitorSets(column: string): string {
  return `SELECT project_id, day, page_visitors.${column} AS visitors FROM page_visitors`
}

/**
 * Returns the whole UTC days of the range whose sets have as many views as the quarter-hourly rollup. On these days, no
 * set and no rollup is missing or half deleted.
 */
async function queryCompleteDays(clickhouse: ClickHouse, ctx: ProjectQueryContext, range: DayRange): Promise<string[]> {
  const { whole } = splitAtUtcDays(toInterval(range))
  const rows = await runQuery<{ day: string }>(
    clickhouse,
    ctx,
    `SELECT day
     FROM (
       SELECT toDate(quarter) AS day, sum(views) AS people, sum(product_views.bots) AS others
       FROM product_views
       WHERE project_id = {project:UUID} AND ${quarterInParams}
       GROUP BY day
       UNION ALL
       SELECT day, sum(views) AS people, sum(page_visitors.bots) AS others
       FROM page_visitors
       WHERE project_id = {project:UUID} AND ${matchDayParams('day')}
       GROUP BY day
     )
     GROUP BY day
     HAVING count() = 2 AND min(people) = max(people) AND min(others) = max(others)
     ORDER BY day`,
    { project: ctx.project.id, ...whole },
  )
  return rows.map(({ day }) => day)
}

function groupPageVisitsByDay(condition: string, { bots, range }: TrafficFilter): string {
  return `SELECT uniqExact(visitor) AS visits
          FROM page_views
          WHERE ${condition} AND ${matchTimes([toInterval(range)])} AND ${visitCondition[bots]}
          GROUP BY toDate(at, 'UTC')`
}

async function querySum(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  visits: string,
  params: Record<string, unknown>,
): Promise<number> {
  return getSingleRow(await runQuery<{ visitors: number }>(clickhouse, ctx, `SELECT sum(visits) AS visitors FROM (${visits})`, params))
    .visitors
}
