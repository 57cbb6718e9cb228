// Clicks that meet conditions. Conditions on links alone are answered by the quarter-hourly rollup of links; those on properties by the `clicks` table, whose
// key finds the project's days and, within each, the links.
import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import type { Conditions } from '../requested-conditions.ts'
import { rollupClicks, visitCondition } from './bot-filter.ts'
import { clicksThatMeet, linksThatMeet } from './click-conditions.ts'
import type { ClickedLink } from './clicked-links-query.ts'
import { atIn, type Interval, quarterIn, toInterval } from './interval.ts'
import { type QueryParams, runClickQuery, runQuery } from './run-query.ts'

export interface ConditionalFilter {
  bots: BotFilter
  conditions: Conditions
}

/**
 * The clicks from each start to the next one, the last ones to `end`. Starts and `end` are seconds since 1970, at quarters of an hour, ascending.
 */
export async function queryConditionalClicks(
  clickhouse: ClickHouse,
  projectId: string,
  { starts, end, ...filter }: ConditionalFilter & { starts: readonly number[]; end: number },
): Promise<number[]> {
  const clicks = sourceOf(filter, { from: starts[0] ?? end, until: end })
  const rows = await clicks.run<{ start: number; clicks: number }>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(${clicks.at}), {starts:Array(UInt32)}) AS start, ${clicks.count} AS clicks
     FROM ${clicks.table}
     WHERE ${clicks.where}
     GROUP BY start`,
    { project: projectId, starts, ...clicks.params },
  )
  const clicksAt = new Map(rows.map((row) => [row.start, row.clicks]))
  return starts.map((start) => clicksAt.get(start) ?? 0)
}

/** The `limit` most clicked links, most clicked first, deleted ones included. */
export function queryConditionalTopLinks(
  clickhouse: ClickHouse,
  projectId: string,
  { range, limit, ...filter }: ConditionalFilter & { range: DayRange; limit: number },
): Promise<ClickedLink[]> {
  const clicks = sourceOf(filter, toInterval(range))
  return clicks.run(
    clickhouse,
    `SELECT link_id AS url_id, ${clicks.count} AS clicks
     FROM ${clicks.table}
     WHERE ${clicks.where}
     GROUP BY url_id
     HAVING clicks > 0
     ORDER BY clicks DESC, url_id
     LIMIT {limit:UInt64}`,
    { project: projectId, limit, ...clicks.params },
  )
}

interface Source {
  table: string
  /** The time of a row. */
  at: string
  /** The number of clicks, as an aggregate. */
  count: string
  /** A condition with the parameter `project`, and `params`. */
  where: string
  params: QueryParams
  run: typeof runQuery
}

function sourceOf({ bots, conditions }: ConditionalFilter, interval: Interval): Source {
  if (conditions.properties.length === 0) {
    const { condition, params } = linksThatMeet(conditions)
    const where = `project_id = {project:UUID} AND ${quarterIn([interval])} AND ${condition}`
    const table = conditions.linkIds === undefined ? 'project_clicks' : 'link_clicks'
    return { table: `${table} AS rollup`, at: 'quarter', count: rollupClicks[bots], where, params, run: runQuery }
  }
  const { condition, params } = clicksThatMeet(conditions)
  const where = `project_id = {project:UUID} AND ${atIn([interval])} AND ${visitCondition[bots]} AND ${condition}`
  return { table: 'clicks', at: "toDateTime(at, 'UTC')", count: 'count()', where, params, run: runClickQuery }
}
