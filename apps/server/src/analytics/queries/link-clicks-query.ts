import type { BotFilter, DailyLinkClicks } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { rollupClicks, sumOf } from './bot-filter.ts'
import { atIn, quarterInParams, toInterval } from './interval.ts'
import { runClickQuery, runQuery } from './run-query.ts'

/** Scans by humans are in the rollup; those by bots come from the `clicks` table, as far back as it goes. */
export async function queryLinkClicks(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, range }: { bots: BotFilter; range: DayRange },
): Promise<DailyLinkClicks[]> {
  const params = { project: projectId, link: linkId, starts: range.starts, ...toInterval(range) }
  const [rows, botScans] = await Promise.all([
    runQuery<DayStart & { clicks: number; scans: number }>(
      clickhouse,
      `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks,
              ${bots === 'only' ? 'toUInt64(0)' : sumOf('rollup.scans')} AS scans
       FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${quarterInParams}
       GROUP BY start`,
      params,
    ),
    bots === 'exclude'
      ? []
      : runClickQuery<DayStart & { scans: number }>(
          clickhouse,
          `SELECT roundDown(toUnixTimestamp(toDateTime(at, 'UTC')), {starts:Array(UInt32)}) AS start, count() AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${atIn([toInterval(range)])} AND is_bot AND is_scan
           GROUP BY start`,
          params,
        ),
  ])
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  const botScansAt = new Map(botScans.map((row) => [row.start, row.scans]))
  return range.dates.map((date, index) => {
    const start = range.starts[index] ?? 0
    const row = rowAt.get(start)
    return { date, clicks: row?.clicks ?? 0, scans: (row?.scans ?? 0) + (botScansAt.get(start) ?? 0) }
  })
}

interface DayStart {
  start: number
}
