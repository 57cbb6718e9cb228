import type { BotFilter } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { askClicks } from './ask.ts'
import { meant } from './bots-words.ts'
import { spanOf, within } from './spans.ts'

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

/** The last visitor of a page. */
export interface VisitorLocation {
  firstAtMs: number
  id: string
}

export interface AskedVisitors {
  bots: BotFilter
  days: ClickDays
  most: number
  after: VisitorLocation | undefined
}

/**
 * Visitors of one link by their first click within the days, latest first, described as that click was. An id is a digest that the day and the link are
 * part of: the same person has another one everywhere else.
 */
export function selectVisitors(
  clickhouse: ClickHouse,
  projectId: string,
  linkId: string,
  { bots, days, most, after }: AskedVisitors,
): Promise<VisitorRow[]> {
  const ofLink = `project_id = {project:UUID} AND link_id = {link:UUID} AND ${within([spanOf(days)])} AND ${meant[bots]}`
  const id = "leftPad(lower(hex(sipHash64(toDate(at, 'UTC'), visitor, {link:UUID}))), 16, '0') AS id"
  const firstAt = 'toUnixTimestamp64Milli(min(at)) AS firstAtMs'
  const first = (column: string) => `argMin(${column}, (at, clicks.id))`
  const ordered = 'ORDER BY firstAtMs DESC, id DESC'
  // A popular link has more visitors than may be described at once: who is on the page comes first, what they are like second.
  return askClicks<VisitorRow>(
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
         ${ordered}
         LIMIT {most:UInt16}
       )
     )
     GROUP BY toDate(at, 'UTC'), visitor
     ${ordered}`,
    { project: projectId, link: linkId, most, ...(after && { afterMs: after.firstAtMs, afterId: after.id }) },
  )
}
