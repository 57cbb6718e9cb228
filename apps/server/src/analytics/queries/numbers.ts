import type { BotFilter, Dashboard } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask, askClicks, only } from './ask.ts'
import { counted, meant, summed } from './bots-words.ts'
import { countedParams, inCounted } from './counted-days.ts'
import { askInPieces, type SummedClicks } from './pieces.ts'
import { spanOf, within, withinQuarters } from './spans.ts'

export interface AskedNumbers {
  bots: BotFilter
  /** Left out: of all time. */
  days?: ClickDays
}

type Reach = Omit<Dashboard, 'totalClicks'>

/** Clicks come from the sums by quarters, visitors and countries from counted days and single clicks. */
export async function selectProjectNumbers(clickhouse: ClickHouse, projectId: string, { bots, days }: AskedNumbers): Promise<Dashboard> {
  const { answer, clicks } = await askInPieces(clickhouse, projectId, days, (pieces) =>
    askClicks<Reach>(
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
    ),
  )
  return { totalClicks: clicksMeant[bots](clicks), ...only(answer) }
}

const clicksMeant: Record<BotFilter, (clicks: SummedClicks) => number> = {
  exclude: ({ people }) => people,
  include: ({ people, bots }) => people + bots,
  only: ({ bots }) => bots,
}

/** Visitors and countries of all time reach as far back as single clicks are kept. */
export async function selectLinkNumbers(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, days }: AskedNumbers,
): Promise<Dashboard> {
  const ofLink = 'project_id = {project:UUID} AND link_id = {link:UUID}'
  const ids = { project: projectId, link: linkId }
  const [clicks, reach] = await Promise.all([
    ask<{ totalClicks: number }>(
      clickhouse,
      `SELECT ${summed[bots]} AS totalClicks FROM link_clicks AS sums WHERE ${ofLink} ${days ? `AND ${withinQuarters}` : ''}`,
      { ...ids, ...(days && spanOf(days)) },
    ),
    askClicks<Reach>(
      clickhouse,
      `SELECT sum(visits) AS visitors, uniqExactArray(countries) AS countries
       FROM (${singleReach(`${ofLink} AND ${days ? within([spanOf(days)]) : 'true'}`, bots)})`,
      ids,
    ),
  ])
  return { ...only(clicks), ...only(reach) }
}

/** Visitors and countries of each UTC day, from single clicks. */
function singleReach(condition: string, bots: BotFilter): string {
  return `SELECT uniqExact(visitor) AS visits, groupUniqArrayIf(toString(country), country != '') AS countries
          FROM clicks
          WHERE ${condition} AND ${meant[bots]}
          GROUP BY toDate(at, 'UTC')`
}
