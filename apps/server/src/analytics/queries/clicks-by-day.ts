import type { BotFilter, DailyLinkClicks } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask, askClicks } from './ask.ts'
import { summed } from './bots-words.ts'
import { spanOf, within, withinQuarters } from './spans.ts'

/**
 * All clicks of a project there ever were, cut at these instants: `clicks[n]` are those from `starts[n]` until the next, the last ones without end, and
 * `earlier` those before the first. Seconds since 1970, at quarters of an hour, ascending.
 */
export async function selectProjectClicksFrom(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, starts }: { bots: BotFilter; starts: number[] },
): Promise<{ earlier: number; clicks: number[] }> {
  const rows = await ask<DayStart & { clicks: number }>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${summed[bots]} AS clicks
     FROM project_clicks AS sums
     WHERE project_id = {project:UUID}
     GROUP BY start`,
    { project: projectId, starts: [0, ...starts] },
  )
  const clicksAt = new Map(rows.map((row) => [row.start, row.clicks]))
  return { earlier: clicksAt.get(0) ?? 0, clicks: starts.map((start) => clicksAt.get(start) ?? 0) }
}

/** A person's scans are kept in the sums; those of bots are counted from single clicks, for as long as these are kept. */
export async function selectLinkClicksByDay(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, days }: { bots: BotFilter; days: ClickDays },
): Promise<DailyLinkClicks[]> {
  const params = { project: projectId, link: linkId, starts: days.starts, ...spanOf(days) }
  const [rows, scansOfBots] = await Promise.all([
    ask<DayStart & { clicks: number; scans: number }>(
      clickhouse,
      `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${summed[bots]} AS clicks,
              ${bots === 'only' ? 'toUInt64(0)' : 'sum(sums.scans)'} AS scans
       FROM link_clicks AS sums
       WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${withinQuarters}
       GROUP BY start`,
      params,
    ),
    bots === 'exclude'
      ? []
      : askClicks<DayStart & { scans: number }>(
          clickhouse,
          `SELECT roundDown(toUnixTimestamp(toDateTime(at, 'UTC')), {starts:Array(UInt32)}) AS start, count() AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${within([spanOf(days)])} AND is_bot AND is_scan
           GROUP BY start`,
          params,
        ),
  ])
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  const botScans = new Map(scansOfBots.map((row) => [row.start, row.scans]))
  return days.dates.map((date, index) => {
    const start = days.starts[index] ?? 0
    const row = rowAt.get(start)
    return { date, clicks: row?.clicks ?? 0, scans: (row?.scans ?? 0) + (botScans.get(start) ?? 0) }
  })
}

interface DayStart {
  start: number
}
