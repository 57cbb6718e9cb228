import type { BotFilter, DailyLinkClicks } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import type { Conditions } from '../requested-conditions.ts'
import { rollupClicks, sumOf, visitCondition } from './bot-filter.ts'
import { clicksThatMeet } from './click-conditions.ts'
import { atIn, quarterInParams, toInterval } from './interval.ts'
import { type QueryParams, runClickQuery, runQuery } from './run-query.ts'

export interface LinkClicksFilter {
  bots: BotFilter
  range: DayRange
  /** The caller has checked the conditions on the link itself. */
  conditions: Conditions
}

/** Reads the rollups; with conditions on properties, the `clicks` table, as far back as it goes. */
export async function queryLinkClicks(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, range, conditions }: LinkClicksFilter,
): Promise<DailyLinkClicks[]> {
  const ofLink = { project: projectId, link: linkId, starts: range.starts }
  const rows =
    conditions.properties.length === 0
      ? await queryRollup(clickhouse, ofLink, { bots, range })
      : await runClickQuery<DayOfLink>(
          clickhouse,
          `SELECT ${startOfClick} AS start, count() AS clicks, countIf(is_scan) AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${atIn([toInterval(range)])} AND ${visitCondition[bots]}
             AND ${clicksThatMeet(conditions).condition}
           GROUP BY start`,
          { ...ofLink, ...clicksThatMeet(conditions).params },
        )
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return range.dates.map((date, index) => {
    const { clicks = 0, scans = 0 } = rowAt.get(range.starts[index] ?? 0) ?? {}
    return { date, clicks, scans }
  })
}

/** Scans by humans are in the rollup; those by bots come from the `clicks` table, as far back as it goes. */
async function queryRollup(
  clickhouse: ClickHouse,
  ofLink: QueryParams,
  { bots, range }: { bots: BotFilter; range: DayRange },
): Promise<DayOfLink[]> {
  const [rows, botScans] = await Promise.all([
    runQuery<DayOfLink>(
      clickhouse,
      `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks,
              ${bots === 'only' ? 'toUInt64(0)' : sumOf('rollup.scans')} AS scans
       FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${quarterInParams}
       GROUP BY start`,
      { ...ofLink, ...toInterval(range) },
    ),
    bots === 'exclude'
      ? []
      : runClickQuery<Pick<DayOfLink, 'start' | 'scans'>>(
          clickhouse,
          `SELECT ${startOfClick} AS start, count() AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${atIn([toInterval(range)])} AND is_bot AND is_scan
           GROUP BY start`,
          ofLink,
        ),
  ])
  const botScansAt = new Map(botScans.map((row) => [row.start, row.scans]))
  return rows.map((row) => ({ ...row, scans: row.scans + (botScansAt.get(row.start) ?? 0) }))
}

const startOfClick = "roundDown(toUnixTimestamp(toDateTime(at, 'UTC')), {starts:Array(UInt32)})"

interface DayOfLink {
  start: number
  clicks: number
  scans: number
}
