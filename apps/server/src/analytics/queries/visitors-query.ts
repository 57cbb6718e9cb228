import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { DayRange } from '../day-range.ts'
import type { Conditions } from '../requested-conditions.ts'
import { visitCondition } from './bot-filter.ts'
import { clicksThatMeet } from './click-conditions.ts'
import { atIn, toInterval } from './interval.ts'
import { runClickQuery } from './run-query.ts'

export interface VisitorRow {
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
export interface VisitorPosition {
  firstAtMs: number
  id: string
}

export interface VisitorsFilter {
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
  const { condition, params } = clicksThatMeet(conditions)
  const ofLink = `project_id = {project:UUID} AND link_id = {link:UUID} AND ${atIn([toInterval(range)])} AND ${visitCondition[bots]} AND ${condition}`
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
