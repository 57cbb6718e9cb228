import type { BotFilter, LinkTraffic, TopPerformingLink } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask, askClicks } from './ask.ts'
import { counted, meant, summed } from './bots-words.ts'
import { countedParams, inCounted } from './counted-days.ts'
import { askInPieces } from './pieces.ts'
import { spanOf, wholeDaysOf, within, withinDays, withinQuarters, withinSpans } from './spans.ts'

/** Most clicked first; links without a click within the days are left out. */
export function selectMostClickedLinks(
  clickhouse: ClickHouse,
  projectId: string,
  { bots, days, count }: { bots: BotFilter; days: ClickDays; count: number },
): Promise<TopPerformingLink[]> {
  const { whole, ends } = wholeDaysOf(spanOf(days))
  const ofLinks = (when: string) =>
    `SELECT link_id, ${summed[bots]} AS clicks FROM link_clicks AS sums WHERE project_id = {project:UUID} AND ${when} GROUP BY link_id`
  // In the words of the projection `by_day`, which then answers for whole days.
  const onDays = withinDays('toDate(quarter)')
  return ask<TopPerformingLink>(
    clickhouse,
    `SELECT link_id AS url_id, sum(clicks) AS clicks
     FROM (${[ofLinks(onDays), ...(ends.length > 0 ? [ofLinks(withinSpans(ends))] : [])].join(' UNION ALL ')})
     GROUP BY url_id
     HAVING clicks > 0
     ORDER BY clicks DESC, url_id
     LIMIT {count:UInt16}`,
    { project: projectId, count, ...whole },
  )
}

/** Of these links, those that have clicks within the days, in no order. */
export async function selectTrafficOfLinks(
  clickhouse: ClickHouse,
  projectId: string,
  linkIds: string[],
  { bots, days }: { bots: BotFilter; days: ClickDays },
): Promise<LinkTraffic[]> {
  const [clicks, visits] = await Promise.all([
    ask<{ url_id: string; clicks: number }>(
      clickhouse,
      `SELECT link_id AS url_id, ${summed[bots]} AS clicks
       FROM link_clicks AS sums
       WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${withinQuarters}
       GROUP BY link_id`,
      { project: projectId, links: linkIds, ...spanOf(days) },
    ),
    selectVisitsOfLinks(clickhouse, projectId, linkIds, { bots, days }),
  ])
  const visitsOf = new Map(visits.map((row) => [row.url_id, row.visits]))
  return clicks.map((row) => ({ ...row, visits: visitsOf.get(row.url_id) ?? 0 }))
}

async function selectVisitsOfLinks(
  clickhouse: ClickHouse,
  projectId: string,
  linkIds: string[],
  { bots, days }: { bots: BotFilter; days: ClickDays },
): Promise<{ url_id: string; visits: number }[]> {
  const { answer } = await askInPieces(clickhouse, projectId, days, (pieces) =>
    askClicks<{ url_id: string; visits: number }>(
      clickhouse,
      `SELECT url_id, sum(visits) AS visits
       FROM (
         SELECT toUUID(name) AS url_id, sum(${counted[bots].visits}) AS visits
         FROM counted_days
         WHERE project_id = {project:UUID} AND kind = 'link' AND name IN {names:Array(String)} AND ${inCounted(pieces)}
         GROUP BY url_id
         UNION ALL
         SELECT link_id AS url_id, uniqExact(visitor) AS visits
         FROM clicks
         WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${within(pieces.single)} AND ${meant[bots]}
         GROUP BY url_id, toDate(at, 'UTC')
       )
       GROUP BY url_id`,
      { project: projectId, links: linkIds, names: linkIds, ...countedParams(pieces) },
    ),
  )
  return answer
}
