import type { AnalyticsDashboard, ClicksOnDay, LinkClicks, LinkClicksOnDay } from '@linkshelf/contract'
import type { ClickHouse } from '../platform/clickhouse.ts'
import type { ClickDays } from './click-days.ts'

// Every question about clicks is asked here. Each names the project, the first column of every table's order, and has the limits below.

/** An answer takes milliseconds; these stop what has gone wrong before it takes the engine from everybody else. */
const limits = {
  max_execution_time: 10,
  max_memory_usage: '536870912',
  max_threads: 2,
  output_format_json_quote_64bit_integers: 0,
} as const

/** `everClicks` of all time, `clicks` within the days. */
export async function selectProjectClicks(
  clickhouse: ClickHouse,
  projectId: string,
  days: ClickDays,
): Promise<{ everClicks: number; clicks: number }> {
  return first(
    await select<{ everClicks: number; clicks: number }>(
      clickhouse,
      `SELECT sum(project_clicks.clicks) AS everClicks,
              sumIf(project_clicks.clicks, quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')) AS clicks
       FROM project_clicks
       WHERE project_id = {project:UUID}`,
      { project: projectId, ...range(days) },
    ),
  )
}

export async function selectProjectClicksByDay(clickhouse: ClickHouse, projectId: string, days: ClickDays): Promise<ClicksOnDay[]> {
  const rows = await select<DayStart>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, sum(project_clicks.clicks) AS clicks
     FROM project_clicks
     WHERE project_id = {project:UUID} AND quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
     GROUP BY start`,
    { project: projectId, starts: days.starts, ...range(days) },
  )
  return byDay(days, rows).map(({ date, row }) => ({ date, clicks: row?.clicks ?? 0 }))
}

export async function selectLinkClicksByDay(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  days: ClickDays,
): Promise<LinkClicksOnDay[]> {
  const rows = await select<DayStart & { scans: number }>(
    clickhouse,
    `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start,
            sum(link_clicks.clicks) AS clicks, sum(link_clicks.scans) AS scans
     FROM link_clicks
     WHERE project_id = {project:UUID} AND link_id = {link:UUID}
       AND quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
     GROUP BY start`,
    { project: projectId, link: linkId, starts: days.starts, ...range(days) },
  )
  return byDay(days, rows).map(({ date, row }) => ({ date, clicks: row?.clicks ?? 0, scans: row?.scans ?? 0 }))
}

/** Most clicked first; links without a click within the days are left out. */
export function selectMostClickedLinks(clickhouse: ClickHouse, projectId: string, days: ClickDays, count: number): Promise<LinkClicks[]> {
  return select<LinkClicks>(
    clickhouse,
    `SELECT link_id AS url_id, sum(link_clicks.clicks) AS clicks
     FROM link_clicks
     WHERE project_id = {project:UUID} AND quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
     GROUP BY link_id
     HAVING clicks > 0
     ORDER BY clicks DESC, link_id
     LIMIT {count:UInt16}`,
    { project: projectId, count, ...range(days) },
  )
}

/** Of all time. The visitors of a day are read and counted before those of the next, so a large project needs the memory of its largest day. */
export async function selectProjectNumbers(clickhouse: ClickHouse, projectId: string): Promise<AnalyticsDashboard> {
  return first(
    await select<AnalyticsDashboard>(
      clickhouse,
      `SELECT
         (SELECT sum(clicks) FROM project_clicks WHERE project_id = {project:UUID}) AS totalClicks,
         (SELECT sum(ofDay) FROM (
            SELECT uniqExactMerge(visitors) AS ofDay FROM project_visitors WHERE project_id = {project:UUID} GROUP BY project_id, day
          )) AS visitors,
         (SELECT uniqExact(country) FROM project_countries WHERE project_id = {project:UUID} AND country != '') AS countries
       SETTINGS optimize_aggregation_in_order = 1`,
      { project: projectId },
    ),
  )
}

interface DayStart {
  start: number
  clicks: number
}

/** Every day with its row; days without clicks have none. */
function byDay<Row extends DayStart>(days: ClickDays, rows: Row[]): { date: string; row: Row | undefined }[] {
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return days.dates.map((date, index) => ({ date, row: rowAt.get(days.starts[index] ?? 0) }))
}

function range(days: ClickDays): { from: number; until: number } {
  return { from: days.starts[0] ?? days.end, until: days.end }
}

async function select<Row>(clickhouse: ClickHouse, query: string, params: Record<string, unknown>): Promise<Row[]> {
  const answer = await clickhouse.query({
    query,
    query_params: params,
    clickhouse_settings: limits,
    format: 'JSONEachRow',
    // The days of some years are more than a proxy may take in an address.
    use_multipart_params_auto: true,
  })
  return answer.json<Row>()
}

/** An aggregate without GROUP BY has one row. */
function first<Row>(rows: Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('The store of clicks gave no row')
  return row
}
