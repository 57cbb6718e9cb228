import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { rollupClicks } from './bot-filter.ts'
import { runQuery } from './run-query.ts'

/**
 * Returns all clicks of a project, split at `starts`: `clicks[n]` are those from `starts[n]` to the next start,
 * the last ones without an end, and `earlier` those before the first. Starts are seconds since 1970, at quarters
 * of an hour, ascending.
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
