import type { BotFilter, LinkTraffic } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, matchTimes, quarterInParams, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import { dailyRollup, matchClicks, rollupClicks, visitCondition } from './click-conditions.ts'
import { matchRolledUp, queryByRangePart, toRolledUpParams } from './range-parts.ts'
import { type ProjectQueryContext, runQuery } from './run-query.ts'

export interface TrafficFilter {
  bots: BotFilter
  range: DayRange
  conditions: Conditions
}

/** Returns the given links that have clicks in the range, in no particular order. */
export async function queryLinksTraffic(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkIds: readonly string[],
  { bots, range, conditions }: TrafficFilter,
): Promise<LinkTraffic[]> {
  const only = conditions.linkIds && new Set<string>(conditions.linkIds)
  const requested = only === undefined ? linkIds : linkIds.filter((id) => only.has(id))
  if (requested.length === 0) return []
  if (conditions.properties.length > 0) return queryConditionalTraffic(clickhouse, ctx, requested, { bots, range, conditions })
  const [clicks, visits] = await Promise.all([
    runQuery<{ url_id: string; clicks: number }>(
      clickhouse,
      ctx,
      `SELECT link_id AS url_id, ${rollupClicks[bots]} AS clicks
       FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${quarterInParams}
       GROUP BY link_id`,
      { project: ctx.project.id, links: requested, ...toInterval(range) },
    ),
    queryVisits(clickhouse, ctx, requested, { bots, range }),
  ])
  const visitsById = new Map(visits.map((row) => [row.url_id, row.visits]))
  return clicks.map((row) => ({ ...row, visits: visitsById.get(row.url_id) ?? 0 }))
}

/** Returns the traffic of clicks that meet the conditions, from the `clicks` table. */
function queryConditionalTraffic(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkIds: readonly string[],
  { bots, range, conditions }: TrafficFilter,
): Promise<LinkTraffic[]> {
  const { condition, params } = matchClicks({ properties: conditions.properties })
  return runQuery(
    clickhouse,
    ctx,
    `SELECT url_id, sum(clicks) AS clicks, sum(visits) AS visits
     FROM (
       SELECT link_id AS url_id, count() AS clicks, uniqExact(visitor) AS visits
       FROM clicks
       WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${matchTimes([toInterval(range)])} AND ${visitCondition[bots]} AND ${condition}
       GROUP BY url_id, toDate(at, 'UTC')
     )
     GROUP BY url_id`,
    { project: ctx.project.id, links: linkIds, ...params },
  )
}

async function queryVisits(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkIds: readonly string[],
  { bots, range }: Pick<TrafficFilter, 'bots' | 'range'>,
): Promise<{ url_id: string; visits: number }[]> {
  const { result } = await queryByRangePart(clickhouse, ctx, range, (parts) =>
    runQuery<{ url_id: string; visits: number }>(
      clickhouse,
      ctx,
      `SELECT url_id, sum(visits) AS visits
       FROM (
         SELECT toUUID(name) AS url_id, sum(${dailyRollup[bots].visits}) AS visits
         FROM daily_rollups AS daily
         WHERE project_id = {project:UUID} AND kind = 'link' AND name IN {names:Array(String)} AND ${matchRolledUp(parts)}
         GROUP BY url_id
         UNION ALL
         SELECT link_id AS url_id, uniqExact(visitor) AS visits
         FROM clicks
         WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND ${matchTimes(parts.unrolled)} AND ${visitCondition[bots]}
         GROUP BY url_id, toDate(at, 'UTC')
       )
       GROUP BY url_id`,
      { project: ctx.project.id, links: linkIds, names: linkIds, ...toRolledUpParams(parts) },
    ),
  )
  return result
}
