import type { BotFilter, BreakdownKind, BreakdownRow } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import { clickCondition, dailyRollup } from './bot-filter.ts'
import { atIn, toInterval } from './interval.ts'
import { runClickQuery } from './run-query.ts'
import { isRolledUp, queryBySegment, rolledUpParams } from './segments.ts'

export interface BreakdownFilter {
  by: BreakdownKind
  bots: BotFilter
  /** Maximum number of rows. */
  limit: number
  range: DayRange
}

/** Most clicked first. Days whose clicks have expired are UTC days, whatever the time zone. */
export async function queryProjectBreakdown(
  clickhouse: ClickHouse,
  projectId: string,
  { by, bots, limit, range }: BreakdownFilter,
): Promise<BreakdownRow[]> {
  const { result } = await queryBySegment(clickhouse, projectId, range, (segments) =>
    runClickQuery<Row>(
      clickhouse,
      `SELECT name, country, sum(clicks) AS clicks, sum(visits) AS visits
       FROM (
         SELECT daily_rollups.name AS name, daily_rollups.country AS country,
                sum(${dailyRollup[bots].clicks}) AS clicks, sum(${dailyRollup[bots].visits}) AS visits
         FROM daily_rollups
         WHERE project_id = {project:UUID} AND kind = {by:String} AND ${isRolledUp(segments)}
         GROUP BY name, country
         UNION ALL
         ${groupClicks(by, bots, `project_id = {project:UUID} AND ${atIn(segments.unrolled)}`)}
       )
       GROUP BY name, country
       HAVING clicks > 0
       ${mostClicked}`,
      { project: projectId, by, limit, ...rolledUpParams(segments) },
    ),
  )
  return result.map((row) => toBreakdownRow(by, row))
}

/** Of one link, most clicked first, from the `clicks` table. */
export async function queryLinkBreakdown(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { by, bots, limit, range }: BreakdownFilter,
): Promise<BreakdownRow[]> {
  const rows = await runClickQuery<Row>(
    clickhouse,
    `SELECT name, country, clicks, visits
     FROM (${groupClicks(by, bots, `project_id = {project:UUID} AND link_id = {link:UUID} AND ${atIn([toInterval(range)])}`)})
     ${mostClicked}`,
    { project: projectId, link: linkId, limit },
  )
  return rows.map((row) => toBreakdownRow(by, row))
}

interface Row {
  name: string
  country: string
  clicks: number
  visits: number
}

const mostClicked = 'ORDER BY clicks DESC, visits DESC, name, country LIMIT {limit:UInt32}'

function groupClicks(by: BreakdownKind, bots: BotFilter, condition: string): string {
  return `SELECT name, country, sum(clicks) AS clicks, sum(visits) AS visits
          FROM (
            SELECT toString(clicks.${by}) AS name, ${by === 'city' ? 'toString(clicks.country)' : "''"} AS country,
                   count() AS clicks, uniqExact(visitor) AS visits
            FROM clicks
            WHERE ${condition} AND ${clickCondition[bots]}
            GROUP BY name, country, toDate(at, 'UTC')
          )
          GROUP BY name, country`
}

function toBreakdownRow(by: BreakdownKind, { country, ...row }: Row): BreakdownRow {
  return by === 'city' ? { ...row, country } : row
}
