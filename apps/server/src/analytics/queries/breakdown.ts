import type { BotFilter, BreakdownKind, BreakdownRow } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { askClicks } from './ask.ts'
import { counted, meant } from './bots-words.ts'
import { countedParams, inCounted } from './counted-days.ts'
import { askInPieces } from './pieces.ts'
import { spanOf, within } from './spans.ts'

/** Most clicked first. Days whose single clicks are gone are UTC days, whatever the time zone. */
export async function selectProjectBreakdown(
  clickhouse: ClickHouse,
  projectId: string,
  { by, bots, limit, days }: { by: BreakdownKind; bots: BotFilter; limit: number; days: ClickDays },
): Promise<BreakdownRow[]> {
  const { answer } = await askInPieces(clickhouse, projectId, days, (pieces) =>
    askClicks<Row>(
      clickhouse,
      `SELECT name, country, sum(clicks) AS clicks, sum(visits) AS visits
       FROM (
         SELECT counted_days.name AS name, counted_days.country AS country, sum(${counted[bots].clicks}) AS clicks, sum(${counted[bots].visits}) AS visits
         FROM counted_days
         WHERE project_id = {project:UUID} AND kind = {by:String} AND ${inCounted(pieces)}
         GROUP BY name, country
         UNION ALL
         ${singleClicks(by, bots, `project_id = {project:UUID} AND ${within(pieces.single)}`)}
       )
       GROUP BY name, country
       HAVING clicks > 0
       ${ordered}`,
      { project: projectId, by, limit, ...countedParams(pieces) },
    ),
  )
  return answer.map((row) => shown(by, row))
}

/** Of one link, most clicked first, from its single clicks. */
export async function selectLinkBreakdown(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { by, bots, limit, days }: { by: BreakdownKind; bots: BotFilter; limit: number; days: ClickDays },
): Promise<BreakdownRow[]> {
  const rows = await askClicks<Row>(
    clickhouse,
    `SELECT name, country, clicks, visits
     FROM (${singleClicks(by, bots, `project_id = {project:UUID} AND link_id = {link:UUID} AND ${within([spanOf(days)])}`)})
     ${ordered}`,
    { project: projectId, link: linkId, limit },
  )
  return rows.map((row) => shown(by, row))
}

interface Row {
  name: string
  country: string
  clicks: number
  visits: number
}

const ordered = `ORDER BY clicks DESC, visits DESC, name, country LIMIT {limit:UInt16}`

function singleClicks(by: BreakdownKind, bots: BotFilter, condition: string): string {
  return `SELECT name, country, sum(clicks) AS clicks, sum(visits) AS visits
          FROM (
            SELECT toString(clicks.${by}) AS name, ${by === 'city' ? 'toString(clicks.country)' : "''"} AS country,
                   count() AS clicks, uniqExact(visitor) AS visits
            FROM clicks
            WHERE ${condition} AND ${meant[bots]}
            GROUP BY name, country, toDate(at, 'UTC')
          )
          GROUP BY name, country`
}

function shown(by: BreakdownKind, { country, ...row }: Row): BreakdownRow {
  return by === 'city' ? { ...row, country } : row
}
