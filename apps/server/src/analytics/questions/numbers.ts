import type { AnalyticsDashboard, BotsShown } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask, askClicks, only } from './ask.ts'
import { clicksIn, counted, meant } from './bots-words.ts'
import { countedParams, inCounted } from './counted-days.ts'
import { cutIntoPieces, spanOf, within, withinQuarters } from './spans.ts'

export interface AskedNumbers {
  bots: BotsShown
  /** Left out: of all time. */
  days?: ClickDays
}

type Reach = Omit<AnalyticsDashboard, 'totalClicks'>

/** Clicks come from the sums by quarters, visitors and countries from counted days and single clicks. */
export async function selectProjectNumbers(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, days }: AskedNumbers,
): Promise<AnalyticsDashboard> {
  const [totalClicks, reach] = await Promise.all([
    countClicks(clickhouse, 'project_clicks', { project: projectId }, { bots, days }),
    selectProjectReach(clickhouse, projectId, { bots, days }),
  ])
  return { totalClicks, ...reach }
}

/** Visitors and countries of all time reach as far back as single clicks are kept. */
export async function selectLinkNumbers(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, days }: AskedNumbers,
): Promise<AnalyticsDashboard> {
  const ids = { project: projectId, link: linkId }
  const [totalClicks, reach] = await Promise.all([
    countClicks(clickhouse, 'link_clicks', ids, { bots, days }),
    askClicks<Reach>(
      clickhouse,
      `SELECT sum(visits) AS visitors, uniqExactArray(countries) AS countries
       FROM (${singleReach(`project_id = {project:UUID} AND link_id = {link:UUID} AND ${days ? within([spanOf(days)]) : 'true'}`, bots)})`,
      ids,
    ),
  ])
  return { totalClicks, ...only(reach) }
}

async function countClicks(
  clickhouse: ClickHouse,
  table: 'project_clicks' | 'link_clicks',
  ids: { project: string; link?: string },
  { bots, days }: AskedNumbers,
): Promise<number> {
  const rows = await ask<{ clicks: number }>(
    clickhouse,
    `SELECT sum(${clicksIn[bots](table)}) AS clicks
     FROM ${table}
     WHERE project_id = {project:UUID} ${ids.link === undefined ? '' : 'AND link_id = {link:UUID}'} ${days ? `AND ${withinQuarters}` : ''}`,
    { ...ids, ...(days && spanOf(days)) },
  )
  return only(rows).clicks
}

async function selectProjectReach(clickhouse: ClickHouse, projectId: string, { bots, days }: AskedNumbers): Promise<Reach> {
  const pieces = await cutIntoPieces(clickhouse, projectId, days)
  const rows = await askClicks<Reach>(
    clickhouse,
    `SELECT sum(visits) AS visitors, uniqExactArray(countries) AS countries
     FROM (
       SELECT sumIf(${counted[bots].visits}, kind = 'seal') AS visits,
              groupUniqArrayIf(name, kind = 'country' AND name != '' AND ${counted[bots].clicks} > 0) AS countries
       FROM counted_days
       WHERE project_id = {project:UUID} AND kind IN ('seal', 'country') AND ${inCounted(pieces)}
       UNION ALL
       ${singleReach(`project_id = {project:UUID} AND ${within(pieces.single)}`, bots)}
     )`,
    { project: projectId, ...countedParams(pieces) },
  )
  return only(rows)
}

/** Visitors and countries of each UTC day, from single clicks. */
function singleReach(condition: string, bots: BotsShown): string {
  return `SELECT uniqExact(visitor) AS visits, groupUniqArrayIf(toString(country), country != '') AS countries
          FROM clicks
          WHERE ${condition} AND ${meant[bots]}
          GROUP BY toDate(at, 'UTC')`
}
