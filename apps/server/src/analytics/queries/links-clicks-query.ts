import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { rollupClicks } from './bot-filter.ts'
import { quarterInParams, toInterval } from './interval.ts'
import { runQuery } from './run-query.ts'

/** Returns the clicks of each day of the range, by link. Skips links without clicks in it. */
export async function queryLinksClicks(
  clickhouse: ClickHouse,
  projectId: string,
  linkIds: readonly string[],
  { bots, range }: { bots: BotFilter; range: DayRange },
): Promise<Map<string, number[]>> {
  const rows = await runQuery<{ id: string; starts: number[]; clicks: number[] }>(
    clickhouse,
    `SELECT link_id AS id, groupArray(start) AS starts, groupArray(clicks) AS clicks
     FROM (
       SELECT link_id, roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks
       FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${quarterInParams}
       GROUP BY link_id, start
     )
     GROUP BY link_id`,
    { project: projectId, links: linkIds, starts: range.starts, ...toInterval(range) },
  )
  return new Map(
    rows.map(({ id, starts, clicks }) => {
      const clicksAt = new Map(starts.map((start, index) => [start, clicks[index] ?? 0]))
      return [id, range.dates.map((_date, index) => clicksAt.get(range.starts[index] ?? 0) ?? 0)]
    }),
  )
}
