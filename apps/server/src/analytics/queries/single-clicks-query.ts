import type { BotFilter, LinkId, ProductId } from '@linkshelf/contract'
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { type DayRange, type Interval, matchTimes, toInterval } from '../intervals.ts'
import type { Conditions } from './click-conditions.ts'
import { matchClicks, visitCondition } from './click-conditions.ts'
import { runClickQuery } from './run-query.ts'

export interface RecentClickRow {
  id: string
  link_id: string
  /** Milliseconds since 1970. */
  atMs: number
  country: string
  city: string
  device: string
  referrer: string
  utm_source: string
}

/**
 * The latest clicks of humans in the interval, latest first. Only those that are returned are read with all columns.
 */
export function queryRecentClicks(
  clickhouse: ClickHouse,
  projectId: string,
  { limit, ...interval }: Interval & { limit: number },
): Promise<RecentClickRow[]> {
  const latest = `SELECT at, id FROM clicks
    WHERE project_id = {project:UUID} AND ${matchTimes([interval])} AND ${visitCondition.exclude}
    ORDER BY at DESC, id DESC LIMIT {limit:UInt32}`
  return runClickQuery<RecentClickRow>(
    clickhouse,
    `SELECT id, link_id, toUnixTimestamp64Milli(at) AS atMs, country, city, device, referrer, utm_source
     FROM clicks
     WHERE project_id = {project:UUID} AND ${matchTimes([interval])} AND (at, id) IN (${latest})
     ORDER BY at DESC, id DESC`,
    { project: projectId, limit },
  )
}

export interface FoundClick {
  id: string
  linkId: LinkId
  /** The product of the store whose button was clicked. */
  productId: ProductId | null
  /** '' when unknown, as the referrer. */
  country: string
  referrer: string
  /** The retailer's shop that the visitor was sent to, as `amazon.de`, and why this one; '' for others. */
  shop: string
  shopReason: string
}

interface ClickRow extends Pick<FoundClick, 'id' | 'country' | 'referrer' | 'shop'> {
  link_id: LinkId
  product_id: ProductId
  shop_reason: string
}

/** A click's id begins with its time (UUIDv7), so that a query reads only the days of these ids. */
const clickDay = /^([0-9a-f]{8})-([0-9a-f]{4})-7/

/** Returns the given clicks that belong to the project, in no particular order. */
export async function queryClicksById(clickhouse: ClickHouse, projectId: string, ids: readonly string[]): Promise<FoundClick[]> {
  const days = new Set(ids.flatMap((id) => utcDayOf(id) ?? []))
  if (days.size === 0) return []
  const rows = await runClickQuery<ClickRow>(
    clickhouse,
    `SELECT id, link_id, product_id, country, referrer, shop, shop_reason FROM clicks
     WHERE project_id = {project:UUID} AND toDate(at) IN {days:Array(Date)} AND id IN {ids:Array(UUID)}`,
    { project: projectId, days: [...days], ids },
  )
  return rows.map(({ link_id, product_id, shop_reason, ...row }) => ({
    ...row,
    linkId: link_id,
    productId: product_id === noId ? null : product_id,
    shopReason: shop_reason,
  }))
}

function utcDayOf(id: string): string | undefined {
  const [, high, low] = clickDay.exec(id) ?? []
  if (high === undefined || low === undefined) return undefined
  const at = new Date(Number.parseInt(high + low, 16))
  // The years that ClickHouse stores.
  return at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2100 ? at.toISOString().slice(0, 10) : undefined
}

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

/** The sort key of a visitor: a page starts after it. */
interface VisitorPosition {
  firstAtMs: number
  id: string
}

interface VisitorsFilter {
  bots: BotFilter
  range: DayRange
  /** Maximum number of rows. */
  limit: number
  after: VisitorPosition | undefined
  conditions: Conditions
}

/**
 * Visitors of one link by their first click in the range, latest first, described as that click was. An id is a hash
 * that includes the day and the link: the same visitor has a different id on every other day and link.
 */
export function queryVisitors(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, range, limit, after, conditions }: VisitorsFilter,
): Promise<VisitorRow[]> {
  const { condition, params } = matchClicks(conditions)
  const ofLink = `project_id = {project:UUID} AND link_id = {link:UUID} AND ${matchTimes([toInterval(range)])} AND ${visitCondition[bots]} AND ${condition}`
  const id = "leftPad(lower(hex(sipHash64(toDate(at, 'UTC'), visitor, {link:UUID}))), 16, '0') AS id"
  const firstAt = 'toUnixTimestamp64Milli(min(at)) AS firstAtMs'
  const first = (column: string) => `argMin(${column}, (at, clicks.id))`
  const latestFirst = 'ORDER BY firstAtMs DESC, id DESC'
  // The subquery picks the visitors of the page; only these are described. A popular link has more visitors than fit
  // into memory with all columns.
  return runClickQuery<VisitorRow>(
    clickhouse,
    `SELECT ${id}, ${firstAt}, count() AS views, ${first('device')} AS device, ${first('browser')} AS browser, ${first('os')} AS os,
            ${first('country')} AS country, ${first('city')} AS city, ${first('subdivision')} AS subdivision1
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
    { project: projectId, link: linkId, limit, ...params, ...(after && { afterMs: after.firstAtMs, afterId: after.id }) },
  )
}
