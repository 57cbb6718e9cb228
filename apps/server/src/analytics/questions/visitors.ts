import type { BotsShown } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse.ts'
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
export interface VisitorPlace {
  firstAtMs: number
  id: string
}

export interface AskedVisitors {
  bots: BotsShown
  days: ClickDays
  most: number
  after: VisitorPlace | undefined
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
  return askClicks<VisitorRow>(
    clickhouse,
    `SELECT leftPad(lower(hex(sipHash64(toDate(at, 'UTC'), visitor, {link:UUID}))), 16, '0') AS id, toUnixTimestamp64Milli(min(at)) AS firstAtMs, count() AS views,
            argMin(device, (at, clicks.id)) AS device, argMin(browser, (at, clicks.id)) AS browser, argMin(os, (at, clicks.id)) AS os,
            argMin(country, (at, clicks.id)) AS country, argMin(city, (at, clicks.id)) AS city, argMin(subdivision, (at, clicks.id)) AS subdivision1
     FROM clicks
     WHERE project_id = {project:UUID} AND link_id = {link:UUID} AND ${within([spanOf(days)])} AND ${meant[bots]}
     GROUP BY toDate(at, 'UTC'), visitor
     ${after ? 'HAVING (firstAtMs, id) < ({afterMs:Int64}, {afterId:String})' : ''}
     ORDER BY firstAtMs DESC, id DESC
     LIMIT {most:UInt16}`,
    { project: projectId, link: linkId, most, ...(after && { afterMs: after.firstAtMs, afterId: after.id }) },
  )
}
