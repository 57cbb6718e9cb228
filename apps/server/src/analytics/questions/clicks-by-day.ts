import type { BotsShown, ClicksOnDay, LinkClicksOnDay } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask, askClicks, only } from './ask.ts'
import { clicksIn } from './bots-words.ts'
import { spanOf, within, withinQuarters } from './spans.ts'

/** `everClicks` of all time, `clicks` within the days. */
export async function selectProjectClicks(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, days }: { bots: BotsShown; days: ClickDays },
): Promise<{ everClicks: number; clicks: number }> {
  const clicks = clicksIn[bots]('project_clicks')
  return only(
    await ask<{ everClicks: number; clicks: number }>(
      clickhouse,
      `SELECT sum(${clicks}) AS everClicks, sumIf(${clicks}, ${withinQuarters}) AS clicks
       FROM project_clicks
       WHERE project_id = {project:UUID}`,
      { project: projectId, ...spanOf(days) },
    ),
  )
}

export async function selectProjectClicksByDay(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, days }: { bots: BotsShown; days: ClickDays },
): Promise<ClicksOnDay[]> {
  const rows = await ask<DayStart & { clicks: number }>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, sum(${clicksIn[bots]('project_clicks')}) AS clicks
     FROM project_clicks
     WHERE project_id = {project:UUID} AND ${withinQuarters}
     GROUP BY start`,
    { project: projectId, starts: days.starts, ...spanOf(days) },
  )
  return byDay(days, rows).map(({ date, row }) => ({ date, clicks: row?.clicks ?? 0 }))
}

/** A person's scans are kept in the sums; those of bots are counted from single clicks, for as long as these are kept. */
export async function selectLinkClicksByDay(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, days }: { bots: BotsShown; days: ClickDays },
): Promise<LinkClicksOnDay[]> {
  const params = { project: projectId, link: linkId, starts: days.starts, ...spanOf(days) }
  const [rows, scansOfBots] = await Promise.all([
    ask<DayStart & { clicks: number; scans: number }>(
      clickhouse,
      `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, sum(${clicksIn[bots]('link_clicks')}) AS clicks,
              ${bots === 'only' ? 'toUInt64(0)' : 'sum(link_clicks.scans)'} AS scans
       FROM link_clicks
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
  const botScans = new Map(scansOfBots.map((row) => [row.start, row.scans]))
  return byDay(days, rows).map(({ date, start, row }) => ({
    date,
    clicks: row?.clicks ?? 0,
    scans: (row?.scans ?? 0) + (botScans.get(start) ?? 0),
  }))
}

interface DayStart {
  start: number
}

/** Every day with its row; days without clicks have none. */
function byDay<Row extends DayStart>(days: ClickDays, rows: Row[]): { date: string; start: number; row: Row | undefined }[] {
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return days.dates.map((date, index) => {
    const start = days.starts[index] ?? 0
    return { date, start, row: rowAt.get(start) }
  })
}
