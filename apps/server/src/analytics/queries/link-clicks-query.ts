import type { BotFilter, DailyLinkClicks } from '@linkshelf/contract'
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, matchTimes, quarterInParams, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import { filterClicks, matchClicks, rollupClicks, sumUnsigned, visitCondition } from './click-conditions.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

interface LinkClicksFilter {
  bots: BotFilter
  range: DayRange
  /** The conditions, which include the link. The caller must check that the project has the link. */
  conditions: Conditions
}

/**
 * Returns the clicks of each day. Reads the rollups. If there are conditions on properties, reads the `clicks` table,
 * as far back as clicks are stored.
 */
export async function queryLinkClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkId: string,
  { bots, range, conditions }: LinkClicksFilter,
): Promise<DailyLinkClicks[]> {
  const ofLink = { project: ctx.project.id, link: linkId, starts: range.starts }
  const rows =
    conditions.properties.length === 0
      ? await queryRollup(clickhouse, ctx, ofLink, { bots, range })
      : await runQuery<DayOfLink>(
          clickhouse,
          ctx,
          `SELECT ${startOfClick} AS start, count() AS clicks, countIf(is_scan) AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${matchTimes([toInterval(range)])} AND ${visitCondition[bots]}
             AND ${matchClicks(conditions).condition}
           GROUP BY start`,
          { ...ofLink, ...matchClicks(conditions).params },
        )
  const rowAt = new Map(rows.map((row) => [row.start, row]))
  return range.dates.map((date, index) => {
    const { clicks = 0, scans = 0 } = rowAt.get(range.starts[index] ?? 0) ?? {}
    return { date, clicks, scans }
  })
}

/**
 * Returns clicks and scans of each day. Scans by humans are in the rollup. Scans by bots come from the `clicks` table,
 * as far back as clicks are stored.
 */
async function queryRollup(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  ofLink: QueryParams,
  { bots, range }: { bots: BotFilter; range: DayRange },
): Promise<DayOfLink[]> {
  const [rows, botScans] = await Promise.all([
    runQuery<DayOfLink>(
      clickhouse,
      ctx,
      `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks,
              ${bots === 'only' ? 'toUInt64(0)' : sumUnsigned('rollup.scans')} AS scans
       FROM link_clicks AS rollup
       WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${quarterInParams}
       GROUP BY start`,
      { ...ofLink, ...toInterval(range) },
    ),
    bots === 'exclude'
      ? []
      : runQuery<Pick<DayOfLink, 'start' | 'scans'>>(
          clickhouse,
          ctx,
          `SELECT ${startOfClick} AS start, count() AS scans
           FROM clicks
           WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${matchTimes([toInterval(range)])} AND is_bot AND is_scan
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

export interface ClickedRows {
  by: 'link' | 'product'
  ids: readonly string[]
}

/**
 * Returns the clicks of each day of the range, by link or by product. Skips links and products without clicks in the
 * range. Reads the rollups. If there are conditions on properties, reads the `clicks` table, as far back as clicks are
 * stored.
 */
export async function queryClicksByDay(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { by, ids }: ClickedRows,
  { bots, range, conditions: { properties } }: { bots: BotFilter; range: DayRange; conditions: Pick<Conditions, 'properties'> },
): Promise<Map<string, number[]>> {
  const column = `${by}_id`
  const { condition, params } = matchClicks({ properties })
  const byDay =
    properties.length === 0
      ? `SELECT ${column} AS row, roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, ${rollupClicks[bots]} AS clicks
         FROM ${by}_clicks AS rollup
         WHERE project_id = {project:UUID} AND ${column} IN {ids:Array(UUID)} AND ${quarterInParams}
         GROUP BY row, start`
      : `SELECT ${column} AS row, ${startOfClick} AS start, count() AS clicks
         FROM clicks
         WHERE project_id = {project:UUID} AND ${column} IN {ids:Array(UUID)} AND ${matchTimes([toInterval(range)])} AND ${visitCondition[bots]}
           AND ${condition}
         GROUP BY row, start`
  const rows = await runQuery<{ id: string; starts: number[]; clicks: number[] }>(
    clickhouse,
    ctx,
    `SELECT row AS id, groupArray(start) AS starts, groupArray(clicks) AS clicks FROM (${byDay}) GROUP BY row`,
    { project: ctx.project.id, ids, starts: range.starts, ...toInterval(range), ...params },
  )
  return new Map(
    rows.map(({ id, starts, clicks }) => {
      const clicksAt = new Map(starts.map((start, index) => [start, clicks[index] ?? 0]))
      return [id, range.dates.map((_date, index) => clicksAt.get(range.starts[index] ?? 0) ?? 0)]
    }),
  )
}

/**
 * Returns the clicks at each address of a link, from the `clicks` table, most clicked first. Clicks at the address
 * that the link was created with can have no id, so this address has the link's id. Skips addresses without clicks.
 */
export function queryAddressClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkId: string,
  { bots, range }: { bots: BotFilter; range: DayRange },
): Promise<{ addressId: string; clicks: number }[]> {
  return runQuery(
    clickhouse,
    ctx,
    `SELECT if(alias_id = toUUID('${noId}'), link_id, alias_id) AS addressId, count() AS clicks
     FROM ${filterClicks(`link_id = {link:UUID} AND ${visitCondition[bots]}`, [toInterval(range)])}
     GROUP BY addressId ORDER BY clicks DESC, addressId`,
    { project: ctx.project.id, link: linkId },
  )
}

interface UtcDayClicks {
  linkId: string
  /** `yyyy-mm-dd`. */
  day: string
  clicks: number
}

/**
 * Returns the human clicks on these links by UTC day, from `from` to `to`, both included. Skips days without clicks.
 */
export async function queryUtcDayClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { linkIds, from, to }: { linkIds: readonly string[]; from: string; to: string },
): Promise<UtcDayClicks[]> {
  const rows = await runQuery<{ link_id: string; day: string; clicks: number }>(
    clickhouse,
    ctx,
    `SELECT link_id, toDate(quarter) AS day, sum(rollup.clicks) AS clicks FROM link_clicks AS rollup
     WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND toDate(quarter) >= {from:Date} AND toDate(quarter) <= {to:Date}
     GROUP BY link_id, day HAVING clicks > 0`,
    { project: ctx.project.id, links: linkIds, from, to },
  )
  return rows.map(({ link_id, ...row }) => ({ ...row, linkId: link_id }))
}

interface UtcDayOrigin extends UtcDayClicks {
  /** '' if the clicks have no campaign. */
  utmCampaign: string
  /** The id of the video whose description has the clicked link. '' for other clicks. */
  video: string
}

/**
 * Returns the human clicks on these links by UTC day, campaign and video, from `from` to `to`, both included, as far
 * back as single clicks are stored.
 */
export async function queryUtcDayOrigins(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  { linkIds, from, to }: { linkIds: readonly string[]; from: string; to: string },
): Promise<UtcDayOrigin[]> {
  const rows = await runQuery<{ link_id: string; day: string; utm_campaign: string; video: string; clicks: number }>(
    clickhouse,
    ctx,
    `SELECT link_id, toDate(at) AS day, utm_campaign, video, count() AS clicks FROM clicks
     WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND toDate(at) >= {from:Date} AND toDate(at) <= {to:Date}
       AND ${visitCondition.exclude}
     GROUP BY link_id, day, utm_campaign, video`,
    { project: ctx.project.id, links: linkIds, from, to },
  )
  return rows.map(({ link_id, utm_campaign, ...row }) => ({ ...row, linkId: link_id, utmCampaign: utm_campaign }))
}

/** Returns when the quarter-hour of each link's first human click begins. Skips links without clicks. */
export async function queryFirstClicks(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await runQuery<{ link_id: string; start: number }>(
    clickhouse,
    ctx,
    `SELECT link_id, toUnixTimestamp(min(quarter)) AS start FROM link_clicks AS rollup
     WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND rollup.clicks > 0
     GROUP BY link_id`,
    { project: ctx.project.id, links: linkIds },
  )
  return new Map(rows.map(({ link_id, start }) => [link_id, new Date(start * 1_000)]))
}
