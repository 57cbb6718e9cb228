import type { BotFilter, Dashboard } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, quarterInParams, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import { dailyRollup, filterClicks, findOnlyLink, matchClicks, matchLinks, rollupClicks, visitCondition } from './click-conditions.ts'
import { type ClickCounts, matchRolledUp, queryByRangePart, type RangeSubject, toRolledUpParams, toSubjectTables } from './range-parts.ts'
import { getSingleRow, type ProjectQueryContext, runQuery } from './run-query.ts'

export interface DashboardFilter {
  bots: BotFilter
  /** Undefined for all time. */
  range: DayRange | undefined
}

type DashboardTotals = Omit<Dashboard, 'totalClicks'>

/**
 * Returns the numbers of a project, or of one of its links. Clicks come from the quarter-hourly rollup, visitors and
 * countries from daily rollups and the `clicks` table.
 */
export async function queryDashboard(clickhouse: ClickHouse, subject: RangeSubject, { bots, range }: DashboardFilter): Promise<Dashboard> {
  const { rollups, params, condition, clickCondition } = toSubjectTables(subject)
  const { result, counts } = await queryByRangePart(clickhouse, subject, range, (parts) =>
    runQuery<DashboardTotals>(
      clickhouse,
      subject,
      `SELECT sum(visits) AS visitors, uniqExactArray(countries) AS countries
       FROM (
         SELECT sumIf(${dailyRollup[bots].clicks}, kind = 'total') AS clicks, sumIf(${dailyRollup[bots].visits}, kind = 'total') AS visits,
                groupUniqArrayIf(cityHash64(name), kind = 'country' AND name != '' AND ${dailyRollup[bots].clicks} > 0) AS countries
         FROM ${rollups} AS daily
         WHERE ${condition} AND kind IN ('total', 'country') AND ${matchRolledUp(parts)}
         UNION ALL
         ${groupVisitsByDay(filterClicks(`${clickCondition} AND ${visitCondition[bots]}`, parts.unrolled))}
       )`,
      { ...params, ...toRolledUpParams(parts) },
    ),
  )
  return { totalClicks: countClicksByFilter[bots](counts), ...getSingleRow(result) }
}

const countClicksByFilter: Record<BotFilter, (counts: ClickCounts) => number> = {
  exclude: ({ humans }) => humans,
  include: ({ humans, bots }) => humans + bots,
  only: ({ bots }) => bots,
}

/**
 * Returns the numbers of the clicks that meet the conditions. If all conditions are on links, clicks of all time are
 * counted. All other numbers go back only as far as single clicks are stored.
 */
export async function queryConditionalDashboard(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { bots, range, conditions }: DashboardFilter & { conditions: Conditions },
): Promise<Dashboard> {
  const linkId = findOnlyLink(conditions)
  if (linkId !== undefined) return queryDashboard(clickhouse, { ...ctx, linkId }, { bots, range })
  const { condition, params } = matchClicks(conditions)
  const ofLinks = matchLinks(conditions)
  const [clicks, reach] = await Promise.all([
    conditions.properties.length > 0
      ? undefined
      : runQuery<{ totalClicks: number }>(
          clickhouse,
          ctx,
          `SELECT ${rollupClicks[bots]} AS totalClicks
           FROM link_clicks AS rollup
           WHERE project_id = {project:UUID} AND ${ofLinks.condition} ${range ? `AND ${quarterInParams}` : ''}`,
          { project: ctx.project.id, ...ofLinks.params, ...(range && toInterval(range)) },
        ),
    runQuery<Dashboard>(
      clickhouse,
      ctx,
      `SELECT sum(clicks) AS totalClicks, sum(visits) AS visitors, uniqExactArray(countries) AS countries
       FROM (${groupVisitsByDay(filterClicks(`${condition} AND ${visitCondition[bots]}`, range && [toInterval(range)]))})`,
      { project: ctx.project.id, ...params },
    ),
  ])
  return { ...getSingleRow(reach), ...(clicks && getSingleRow(clicks)) }
}

/**
 * Returns a query of the clicks, visitors and country hashes of each UTC day. `clicks` is a text that `filterClicks`
 * returned. A hash is calculated once per country, but a name would be copied for each click.
 */
function groupVisitsByDay(clicks: string): string {
  return `SELECT count() AS clicks, uniqExact(visitor) AS visits, groupUniqArrayIf(cityHash64(country), country != '') AS countries
          FROM ${clicks}
          GROUP BY day`
}
