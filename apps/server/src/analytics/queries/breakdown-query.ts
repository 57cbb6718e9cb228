import type { BotFilter, BreakdownKind, BreakdownRow } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { boundedKinds, breakdownColumns, limitToMostClicked, toNameAndCountry } from '../breakdown-columns.ts'
import { type DayRange, type Interval, toInterval } from '../intervals.ts'
import {
  type Conditions,
  dailyRollup,
  filterClicks,
  findOnlyLink,
  isUnconditional,
  matchClicks,
  visitCondition,
} from './click-conditions.ts'
import { matchRolledUp, queryByRangePart, type RangeSubject, toRolledUpParams, toSubjectTables } from './range-parts.ts'
import { type ProjectQueryContext, runQuery } from './run-query.ts'

export interface BreakdownFilter {
  by: BreakdownKind
  bots: BotFilter
  limit: number
  range: DayRange
  conditions: Conditions
}

/**
 * Returns the breakdown, with the most clicked name first. If the single clicks of a UTC day have expired, only its
 * rollup is left. Such a day is missing if the range contains only a part of it, or if rollups can't answer the
 * conditions.
 */
export function queryBreakdown(clickhouse: ClickHouse, ctx: ProjectQueryContext, filter: BreakdownFilter): Promise<BreakdownRow[]> {
  const { by, conditions } = filter
  const linkId = findOnlyLink(conditions)
  if (linkId !== undefined || isUnconditional(conditions)) return queryRolledUpBreakdown(clickhouse, { ...ctx, linkId }, filter)
  const [only, ...others] = conditions.properties
  // If the only condition is on the property of the breakdown, the result is one row of the breakdown without
  // conditions. An example is a breakdown by country with a condition on the country. Rollups have this row, except for
  // bounded kinds: their rollups may count the name in the row of all other names.
  if (conditions.linkIds === undefined && only?.[0] === by && others.length === 0 && !boundedKinds.includes(by))
    return queryRolledUpBreakdown(clickhouse, ctx, filter, only[1])
  return queryConditionalBreakdown(clickhouse, ctx, filter)
}

async function queryRolledUpBreakdown(
  clickhouse: ClickHouse,
  subject: RangeSubject,
  { by, bots, limit, range }: BreakdownFilter,
  onlyName?: string,
): Promise<BreakdownRow[]> {
  const [isRolledUpName, isName] =
    onlyName === undefined ? ['true', 'true'] : ['name = {onlyName:String}', `clicks.${breakdownColumns[by].column} = {onlyName:String}`]
  const { rollups, params, condition, clickCondition } = toSubjectTables(subject)
  // The rollups of a link have a row for every name, so single clicks are not limited to the most clicked names either.
  const isBounded = subject.linkId === undefined && boundedKinds.includes(by)
  const isOther = subject.linkId === undefined ? 'daily.is_other' : 'false'
  const { result } = await queryByRangePart(
    clickhouse,
    subject,
    range,
    (parts) =>
      runQuery<Row>(
        clickhouse,
        subject,
        `SELECT name, country, is_other, sum(clicks) AS clicks, sum(visits) AS visits
       FROM (
         SELECT daily.name AS name, daily.country AS country, ${isOther} AS is_other,
                sum(${dailyRollup[bots].clicks}) AS clicks, sum(${dailyRollup[bots].visits}) AS visits
         FROM ${rollups} AS daily
         WHERE ${condition} AND kind = {by:String} AND ${matchRolledUp(parts)} AND ${isRolledUpName}
         GROUP BY name, country, is_other
         UNION ALL
         ${groupClicks(by, bots, `${clickCondition} AND ${isName}`, parts.unrolled, parts.mayExceedNames && isBounded)}
       )
       GROUP BY name, country, is_other
       HAVING clicks > 0
       ${mostClicked}`,
        { ...params, by, limit, ...(onlyName !== undefined && { onlyName }), ...toRolledUpParams(parts) },
      ),
    breakdownColumns[by].firstVersion,
  )
  return result.map((row) => toBreakdownRow(by, row))
}

/** Returns a breakdown of the clicks that meet the conditions, from the `clicks` table. */
async function queryConditionalBreakdown(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { by, bots, limit, range, conditions }: BreakdownFilter,
): Promise<BreakdownRow[]> {
  const { condition, params } = matchClicks(conditions)
  const rows = await runQuery<Row>(
    clickhouse,
    ctx,
    `SELECT name, country, is_other, clicks, visits
     FROM (${groupClicks(by, bots, condition, [toInterval(range)])})
     ${mostClicked}`,
    { project: ctx.project.id, limit, ...params },
  )
  return rows.map((row) => toBreakdownRow(by, row))
}

interface Row {
  name: string
  country: string
  is_other: boolean
  clicks: number
  visits: number
}

const mostClicked = 'ORDER BY clicks DESC, visits DESC, name, country, is_other LIMIT {limit:UInt32}'

/**
 * Returns a query of clicks by name, from the `clicks` table. If `isBounded`, only the most clicked names of each UTC
 * day get their own rows, as in a rollup.
 */
function groupClicks(by: BreakdownKind, bots: BotFilter, condition: string, intervals: readonly Interval[], isBounded = false): string {
  const [name, country] = toNameAndCountry(by)
  const isOther = isBounded
    ? `(day, ${name}, ${country}) NOT IN (
        SELECT day, name, country
        FROM (
          SELECT day, ${name} AS name, ${country} AS country, countIf(NOT is_bot) AS humans, countIf(is_bot) AS bots
          FROM ${filterClicks(condition, intervals)}
          GROUP BY day, name, country
        )
        ${limitToMostClicked('day')}
      )`
    : 'false'
  return `SELECT name, country, is_other, sum(clicks) AS clicks, sum(visits) AS visits
          FROM (
            SELECT ${isOther} AS is_other, if(is_other, '', ${name}) AS name, if(is_other, '', ${country}) AS country,
                   count() AS clicks, uniqExact(visitor) AS visits
            FROM ${filterClicks(`${condition} AND ${visitCondition[bots]}`, intervals)}
            GROUP BY is_other, name, country, day
          )
          GROUP BY name, country, is_other`
}

function toBreakdownRow(by: BreakdownKind, { country, is_other, ...row }: Row): BreakdownRow {
  return { ...row, ...(breakdownColumns[by].countryColumn !== undefined && { country }), ...(is_other && { is_other: true as const }) }
}
