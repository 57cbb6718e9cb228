import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { rollupClicks } from './bot-filter.ts'
import { dayInParams, quarterIn, splitAtUtcDays, toInterval } from './interval.ts'
import { runQuery } from './run-query.ts'

export interface ClickedLink {
  url_id: string
  clicks: number
}

/**
 * All clicks of a project, split at `starts`: `clicks[n]` are those from `starts[n]` to the next start, the last ones without an end, and `earlier`
 * those before the first. Starts are seconds since 1970, at quarters of an hour, ascending.
 */
export async function queryClicksByStart(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, starts }: { bots: BotFilter; starts: number[] },
): Promise<{ earlier: number; clicks: number[] }> {
  const rows = await runQuery<{ start: number; clicks: number }>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks
     FROM project_clicks AS rollup
     WHERE project_id = {project:UUID}
     GROUP BY start`,
    { project: projectId, starts: [0, ...starts] },
  )
  const clicksAt = new Map(rows.map((row) => [row.start, row.clicks]))
  return { earlier: clicksAt.get(0) ?? 0, clicks: starts.map((start) => clicksAt.get(start) ?? 0) }
}

/** The `limit` most clicked links, most clicked first, deleted ones included; links without clicks in the range are left out. */
export function queryTopLinks(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, range, limit }: { bots: BotFilter; range: DayRange; limit: number },
): Promise<ClickedLink[]> {
  const { whole, ends } = splitAtUtcDays(toInterval(range))
  const clicksOfLinks = (condition: string) =>
    `SELECT link_id, ${rollupClicks[bots]} AS clicks FROM link_clicks AS rollup WHERE project_id = {project:UUID} AND ${condition} GROUP BY link_id`
  // The same expression as in the projection `by_day`, so that ClickHouse reads whole days from it.
  const wholeDays = dayInParams('toDate(quarter)')
  return runQuery<ClickedLink>(
    clickhouse,
    `SELECT link_id AS url_id, sum(clicks) AS clicks
     FROM (${[clicksOfLinks(wholeDays), ...(ends.length > 0 ? [clicksOfLinks(quarterIn(ends))] : [])].join(' UNION ALL ')})
     GROUP BY url_id
     HAVING clicks > 0
     ORDER BY clicks DESC, url_id
     LIMIT {limit:UInt64}`,
    { project: projectId, limit, ...whole },
  )
}
