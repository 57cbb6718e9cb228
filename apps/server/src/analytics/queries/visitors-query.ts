// Lists visitors of a link, latest first. A visitor key is valid for one UTC day, so all visitors of a day come before
// the visitors of the previous day, and a page reads only the clicks of its own days.
import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, extendToUtcDays, type Interval, matchTimes, quarterInParams, toInterval } from '../intervals.ts'
import { type Conditions, matchClicks, rollupClicks, visitCondition } from './click-conditions.ts'
import { type ProjectQueryContext, runQuery } from './run-query.ts'

interface VisitorRow {
  id: string
  device: string
  browser: string
  os: string
  country: string
  city: string
  subdivision1: string
  /** Milliseconds since 1970. */
  firstAtMs: number
  views: number
}

/** The sort key of a visitor. A page starts after it. */
interface VisitorPosition {
  firstAtMs: number
  id: string
}

interface VisitorsFilter {
  bots: BotFilter
  range: DayRange
  limit: number
  after: VisitorPosition | undefined
  conditions: Conditions
}

/**
 * Returns visitors of one link by their first click in the range, latest first. Device and city are those of the first
 * click. An id is a hash that includes the day and the link, so a visitor has a different id for each day and each
 * link.
 */
export async function queryVisitors(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkId: string,
  filter: VisitorsFilter,
): Promise<VisitorRow[]> {
  const interval = toInterval(filter.range)
  const until = filter.after === undefined ? interval.until : Math.min(interval.until, findEndOfUtcDay(filter.after.firstAtMs))
  const days = await queryClickedDays(clickhouse, ctx, linkId, { bots: filter.bots, from: interval.from, until })
  const visitors: VisitorRow[] = []
  for (const part of splitByClicks(days, { from: interval.from, until })) {
    const limit = filter.limit - visitors.length
    visitors.push(...(await queryVisitorsOfDays(clickhouse, ctx, linkId, { ...filter, interval: part, limit })))
    if (visitors.length === filter.limit) break
  }
  return visitors
}

function findEndOfUtcDay(ms: number): number {
  const seconds = Math.floor(ms / 1_000)
  return extendToUtcDays({ from: seconds, until: seconds + 1 }).until
}

interface ClickedDay {
  /** Seconds since 1970. */
  start: number
  clicks: number
}

/** Returns the link's UTC days with clicks, latest first, from the quarter-hourly rollup. */
function queryClickedDays(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkId: string,
  { bots, ...interval }: Interval & { bots: BotFilter },
): Promise<ClickedDay[]> {
  return runQuery<ClickedDay>(
    clickhouse,
    ctx,
    `SELECT toUnixTimestamp(toStartOfDay(quarter)) AS start, ${rollupClicks[bots]} AS clicks
     FROM link_clicks AS rollup
     WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${quarterInParams}
     GROUP BY start
     HAVING clicks > 0
     ORDER BY start DESC`,
    { project: ctx.project.id, link: linkId, ...interval },
  )
}

/** The first read covers at least this many clicks. Reading fewer clicks would take about the same time. */
const firstReadClicks = 20_000
/**
 * If a page needs another read, it covers this many times as many clicks as the read before, because few clicks may
 * meet the conditions.
 */
const readGrowth = 4

/**
 * Splits the interval at the beginnings of UTC days into parts that have enough clicks for one read each. The latest
 * part comes first. The parts cover the interval, so that a day is read even if its rollup is missing.
 */
export function splitByClicks(days: readonly ClickedDay[], { from, until }: Interval): Interval[] {
  const parts: Interval[] = []
  let end = until
  let clicks = 0
  let readClicks = firstReadClicks
  for (const day of days) {
    clicks += day.clicks
    if (clicks < readClicks) continue
    const start = Math.max(day.start, from)
    parts.push({ from: start, until: end })
    end = start
    clicks = 0
    readClicks *= readGrowth
  }
  return end > from ? [...parts, { from, until: end }] : parts
}

/**
 * Returns visitors whose clicks are in the interval. The subquery finds the visitors of the page, and only their clicks
 * are read with all columns. A popular link has more visitors in a day than fit into memory with all columns. To group
 * them with all columns would also take five times as long.
 */
function queryVisitorsOfDays(
  clickhouse: ClickHouse,
  ctx: ProjectQueryContext,
  linkId: string,
  { bots, interval, limit, after, conditions }: Omit<VisitorsFilter, 'range'> & { interval: Interval },
): Promise<VisitorRow[]> {
  const { condition, params } = matchClicks(conditions)
  const ofLink = `project_id = {project:UUID} AND link_id = {link:UUID} AND ${matchTimes([interval])} AND ${visitCondition[bots]} AND ${condition}`
  const id = "leftPad(lower(hex(sipHash64(toDate(at, 'UTC'), visitor, {link:UUID}))), 16, '0') AS id"
  const firstAt = 'toUnixTimestamp64Milli(min(at)) AS firstAtMs'
  const toFirstValue = (column: string) => `argMin(${column}, (at, clicks.id))`
  const latestFirst = 'ORDER BY firstAtMs DESC, id DESC'
  return runQuery<VisitorRow>(
    clickhouse,
    ctx,
    `SELECT ${id}, ${firstAt}, count() AS views, ${toFirstValue('device')} AS device, ${toFirstValue('browser')} AS browser, ${toFirstValue('os')} AS os,
            ${toFirstValue('country')} AS country, ${toFirstValue('city')} AS city, ${toFirstValue('subdivision')} AS subdivision1
     FROM clicks
     WHERE ${ofLink} AND (toDate(at, 'UTC'), visitor) IN (
       SELECT day, visitor
       FROM (
         SELECT toDate(at, 'UTC') AS day, visitor, ${id}, ${firstAt}
         FROM clicks
         WHERE ${ofLink}
         GROUP BY day, visitor
         ${after ? 'HAVING (firstAtMs, id) < ({afterMs:Int64}, {afterId:String})' : ''}
         ${latestFirst}
         LIMIT {limit:UInt32}
       )
     )
     GROUP BY toDate(at, 'UTC'), visitor
     ${latestFirst}`,
    { project: ctx.project.id, link: linkId, limit, ...params, ...(after && { afterMs: after.firstAtMs, afterId: after.id }) },
  )
}
