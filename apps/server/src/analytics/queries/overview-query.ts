import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { matchQuarters } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import {
  filterClicks,
  matchClicks,
  matchLinks,
  quarterStartOfClick,
  rollupClicks,
  rollupViews,
  visitCondition,
} from './click-conditions.ts'
import type { ClickedLink } from './clicked-links-query.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

/**
 * Returns how many clicks a project has, split at `starts`. `clicks[n]` are the clicks from `starts[n]` to the next
 * start, or without an end for the last start. `earlier` are the clicks before the first start. Starts are seconds
 * since 1970, at quarters of an hour, ascending.
 */
export async function queryClicksByStart(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, starts }: { bots: BotFilter; starts: number[] },
): Promise<{ earlier: number; clicks: number[] }> {
  const rows = await runQuery<{ start: number; clicks: number }>(
    clickhouse,
    ctx,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks
     FROM project_clicks AS rollup
     WHERE project_id = {project:UUID}
     GROUP BY start`,
    { project: ctx.project.id, starts: [0, ...starts] },
  )
  const clicksAt = new Map(rows.map((row) => [row.start, row.clicks]))
  return { earlier: clicksAt.get(0) ?? 0, clicks: starts.map((start) => clicksAt.get(start) ?? 0) }
}

/** Returns the first quarter of an hour with clicks or page views, including those of bots, in seconds since 1970. */
export async function queryFirstVisit(clickhouse: ClickHouse, ctx: ProjectQueryContext): Promise<number | undefined> {
  const toFirstVisitQuery = (table: string, visits: string) =>
    `SELECT toUnixTimestamp(quarter) AS start FROM ${table} AS rollup WHERE project_id = {project:UUID}
     GROUP BY quarter HAVING ${visits} > 0 ORDER BY quarter LIMIT 1`
  const rows = await runQuery<{ start: number }>(
    clickhouse,
    ctx,
    `SELECT start
     FROM (${toFirstVisitQuery('project_clicks', rollupClicks.include)} UNION ALL ${toFirstVisitQuery('product_views', rollupViews.include)})
     ORDER BY start LIMIT 1`,
    { project: ctx.project.id },
  )
  return rows[0]?.start
}

// Queries of clicks that meet conditions. If all conditions are on links, the quarter-hourly rollup of links is read.
// If there are conditions on properties, the `clicks` table is read. Its key finds the project's days and, in each day,
// the links.

interface ConditionalFilter {
  bots: BotFilter
  conditions: Conditions
  /** Seconds since 1970, at quarters of an hour, ascending. */
  starts: readonly number[]
  end: number
}

/** Returns the clicks from each start to the next start. The last period ends at `end`. */
export async function queryConditionalClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  filter: ConditionalFilter,
): Promise<number[]> {
  const source = toSource(filter)
  const rows = await runQuery<ClicksOfStart>(
    clickhouse,
    ctx,
    `SELECT ${source.start} AS start, ${source.count} AS clicks
     FROM ${source.rows}
     GROUP BY start`,
    { project: ctx.project.id, starts: filter.starts, ...source.params },
  )
  return toClicks(filter, rows)
}

/**
 * Returns the clicks of each day and the `limit` most clicked links, including deleted links. The most clicked link
 * comes first. One query reads the clicks once for both results. `starts` must be starts of days. `conditions` must not
 * be empty.
 */
export async function queryConditionalOverview(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { limit, ...filter }: ConditionalFilter & { limit: number },
): Promise<{ dailyClicks: number[]; topLinks: ClickedLink[] }> {
  const source = toSource(filter)
  // The query returns a row for each start and a row for each link. Rows of links have the start 0. LIMIT BY limits
  // only these rows, because every other start has a single row.
  const rows = await runQuery<ClicksOfStart & ClickedLink>(
    clickhouse,
    ctx,
    `SELECT ${source.start} AS start, link_id AS url_id, ${source.count} AS clicks
     FROM ${source.rows}
     GROUP BY GROUPING SETS ((start), (url_id))
     HAVING clicks > 0
     ORDER BY clicks DESC, url_id
     LIMIT {limit:UInt64} BY start`,
    { project: ctx.project.id, starts: filter.starts, limit, ...source.params },
  )
  const topLinks = rows.filter(({ start }) => start === 0).map(({ url_id, clicks }) => ({ url_id, clicks }))
  return { dailyClicks: toClicks(filter, rows), topLinks }
}

interface ClicksOfStart {
  start: number
  clicks: number
}

function toClicks({ starts }: ConditionalFilter, rows: readonly ClicksOfStart[]): number[] {
  const clicksAt = new Map(rows.map(({ start, clicks }) => [start, clicks]))
  return starts.map((start) => clicksAt.get(start) ?? 0)
}

interface Source {
  /**
   * The text after FROM. It uses the parameter `project` and the parameters in `params`. If there is a condition, the
   * rows have a `link_id`.
   */
  rows: string
  /** SQL for the start of the interval that a row belongs to. The starts are in the parameter `starts`. */
  start: string
  /** Aggregate that counts clicks. */
  count: string
  params: QueryParams
}

function toSource({ bots, conditions, starts, end }: ConditionalFilter): Source {
  const intervals = [{ from: starts[0] ?? end, until: end }]
  if (conditions.properties.length === 0) {
    const { condition, params } = matchLinks(conditions)
    const table = conditions.linkIds === undefined ? 'project_clicks' : 'link_clicks'
    const rows = `${table} AS rollup WHERE project_id = {project:UUID} AND ${matchQuarters(intervals)} AND ${condition}`
    return { rows, start: roundToStart('toUnixTimestamp(quarter)'), count: rollupClicks[bots], params }
  }
  const { condition, params } = matchClicks(conditions)
  const rows = filterClicks(`${condition} AND ${visitCondition[bots]}`, intervals)
  return { rows, start: roundToStart(quarterStartOfClick), count: 'count()', params }
}

function roundToStart(seconds: string): string {
  return `roundDown(${seconds}, {starts:Array(UInt32)})`
}
