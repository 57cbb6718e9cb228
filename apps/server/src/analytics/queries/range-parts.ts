// Decides which UTC days of a requested range are read from daily rollups and which intervals from the `clicks` table.

import { isDeepStrictEqual } from 'node:util'
import type { LinkId } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { maxNamesPerDay } from '../breakdown-columns.ts'
import {
  type DayRange,
  extendToUtcDays,
  type Interval,
  matchDayParams,
  matchQuarters,
  matchTimes,
  quarterInParams,
  toInterval,
  toUtcDayInterval,
} from '../intervals.ts'
import { sumUnsigned } from './click-conditions.ts'
import { type ProjectQueryContext, type QueryParams, runQuery } from './run-query.ts'

/** The parts of a requested range. No UTC day is in both parts. */
export interface RangeParts {
  rolledUp: RolledUpDay[]
  /** Intervals that are read from single clicks. */
  unrolled: Interval[]
  /** Whether a day that is read from single clicks has so many clicks that its number of names may exceed the limit. */
  mayExceedNames: boolean
}

export interface RolledUpDay {
  day: string
  /** The valid revision of the day's rollup. */
  revision: number
}

export interface ClickCounts {
  humans: number
  bots: number
}

/**
 * A UTC day that has clicks. `humans` and `bots` are its clicks in the requested range, `allHumans` and `allBots` the
 * clicks of the whole day.
 */
interface ClickedDay extends ClickCounts {
  day: string
  /** Seconds since 1970. */
  start: number
  allHumans: number
  allBots: number
}

/** The complete marker of a revision. It has the day's number of clicks at the time of the rollup. */
interface CompleteMarker extends RolledUpDay, ClickCounts {
  version: number
}

const maxCachedRanges = 1_000
const rangePartCaches = new WeakMap<ClickHouse, LRUCache<string, RangeParts>>()

/** A project, or one of its links. */
export interface RangeSubject extends ProjectQueryContext {
  linkId?: LinkId | undefined
}

/**
 * Runs `query` over a range, or over all time, of one project or link, and returns its result. The parts of a range
 * rarely change between two requests, so `query` starts with the cached parts while the current parts are read. It runs
 * again only if the current parts differ. `counts` are all clicks within the range, from the quarter-hourly rollup.
 * Rollups whose version is lower than `firstVersion` lack the requested property.
 */
export async function queryByRangePart<Result>(
  clickhouse: ClickHouse,
  subject: RangeSubject,
  range: DayRange | undefined,
  query: (parts: RangeParts) => Promise<Result>,
  firstVersion = 0,
): Promise<{ result: Result; counts: ClickCounts }> {
  const interval = range && toInterval(range)
  const cache = rangePartCaches.get(clickhouse) ?? new LRUCache<string, RangeParts>({ max: maxCachedRanges })
  rangePartCaches.set(clickhouse, cache)
  const key = `${subject.project.id} ${subject.linkId} ${interval?.from} ${interval?.until} ${firstVersion}`
  const cached = cache.get(key)
  const early = cached && query(cached)
  early?.catch(() => undefined) // if `early` is used, its error is thrown below, where it is awaited
  const { parts, counts } = await splitIntoRangeParts(clickhouse, subject, interval, firstVersion)
  cache.set(key, parts)
  const result = await (isDeepStrictEqual(parts, cached) && early ? early : query(parts))
  return { result, counts }
}

/**
 * Returns a condition on `daily_rollups` or `link_rollups`: the row belongs to the valid revision of a rolled-up day.
 * `toRolledUpParams` returns its parameters.
 */
export function matchRolledUp({ rolledUp }: RangeParts): string {
  if (rolledUp.length === 0) return 'false'
  return `day >= {firstDay:Date} AND day <= {lastDay:Date}
    AND transform(day, {days:Array(Date)}, {revisions:Array(UInt64)}, toUInt64(0)) = counting`
}

export function toRolledUpParams({ rolledUp }: RangeParts): QueryParams {
  if (rolledUp.length === 0) return {}
  return {
    firstDay: rolledUp[0]?.day,
    lastDay: rolledUp.at(-1)?.day,
    days: rolledUp.map(({ day }) => day),
    revisions: rolledUp.map(({ revision }) => revision),
  }
}

async function splitIntoRangeParts(
  clickhouse: ClickHouse,
  subject: RangeSubject,
  interval: Interval | undefined,
  firstVersion: number,
): Promise<{ parts: RangeParts; counts: ClickCounts }> {
  const { clicked, markers } = await queryDays(clickhouse, subject, interval)
  const valid = await findValidMarkers(clickhouse, subject, clicked, markers, firstVersion)
  const parts: RangeParts = { rolledUp: [], unrolled: [], mayExceedNames: false }
  let unrolled: Interval | undefined
  for (const { day, start, allHumans, allBots } of clicked) {
    const whole = toUtcDayInterval(start)
    const part = interval ? { from: Math.max(whole.from, interval.from), until: Math.min(whole.until, interval.until) } : whole
    const marker = isDeepStrictEqual(part, whole) ? valid.get(day) : undefined
    if (marker) {
      parts.rolledUp.push({ day, revision: marker.revision })
      unrolled = undefined
      continue
    }
    parts.mayExceedNames ||= allHumans + allBots > maxNamesPerDay
    if (unrolled === undefined) {
      unrolled = part
      parts.unrolled.push(unrolled)
    } else unrolled.until = part.until // days without clicks in between cost nothing to read
  }
  const sum = (of: keyof ClickCounts) => clicked.reduce((total, day) => total + day[of], 0)
  return { parts, counts: { humans: sum('humans'), bots: sum('bots') } }
}

/** Returns the UTC days with clicks, oldest first, and the marker of each day's latest complete rollup. */
async function queryDays(
  clickhouse: ClickHouse,
  subject: RangeSubject,
  interval: Interval | undefined,
): Promise<{ clicked: ClickedDay[]; markers: Map<string, CompleteMarker> }> {
  const wholeDays = interval && extendToUtcDays(interval)
  const isRequested = interval ? matchQuarters([interval]) : 'true'
  const { clicks, rollups, condition, params } = toSubjectTables(subject)
  // One query reads days and markers, because another query costs more than reading so few rows. Rows of days have the
  // revision 0, which no rollup has.
  const rows = await runQuery<ClickedDay & CompleteMarker>(
    clickhouse,
    subject,
    `SELECT * FROM (
       SELECT toDate(quarter) AS day, 0 AS revision, 0 AS version, toUnixTimestamp(toDateTime(day, 'UTC')) AS start,
              ${sumUnsigned('rollup.clicks')} AS allHumans, ${sumUnsigned('rollup.bots')} AS allBots,
              ${sumUnsigned(`if(${isRequested}, rollup.clicks, 0)`)} AS humans, ${sumUnsigned(`if(${isRequested}, rollup.bots, 0)`)} AS bots
       FROM ${clicks} AS rollup
       WHERE ${condition}
         ${wholeDays ? `AND ${quarterInParams}` : ''}
       GROUP BY day
       HAVING allHumans > 0 OR allBots > 0
       UNION ALL
       SELECT day, counting, version, 0, 0, 0, clicks AS humans, bot_clicks AS bots
       FROM ${rollups}
       WHERE ${condition} AND kind = 'complete'
         ${wholeDays ? `AND ${matchDayParams('day')}` : ''}
     )
     ORDER BY revision, day`,
    { ...params, ...wholeDays },
  )
  const markers = rows.filter(({ revision }) => revision > 0).map((marker): [string, CompleteMarker] => [marker.day, marker])
  return { clicked: rows.filter(({ revision }) => revision === 0), markers: new Map(markers) }
}

/**
 * Returns the markers of valid rollups, by day. A rollup is invalid if the day received clicks after the rollup, or if
 * the rollup lacks the requested property. Then the day is read from single clicks. But if some single clicks of the
 * day have expired, the rollup stays valid, because it is the best source that is left.
 */
async function findValidMarkers(
  clickhouse: ClickHouse,
  subject: RangeSubject,
  clicked: ClickedDay[],
  markers: Map<string, CompleteMarker>,
  firstVersion: number,
): Promise<Map<string, CompleteMarker>> {
  const outdated = clicked.filter(({ day, allHumans, allBots }) => {
    const marker = markers.get(day)
    return marker && (marker.humans !== allHumans || marker.bots !== allBots || marker.version < firstVersion)
  })
  const stored = await countStoredClicks(clickhouse, subject, outdated)
  const valid = new Map(markers)
  for (const { day, start, allHumans, allBots } of outdated) if ((stored.get(start) ?? 0) >= allHumans + allBots) valid.delete(day)
  return valid
}

interface SubjectTables {
  /** The quarter-hourly rollup and the daily rollup. */
  clicks: string
  rollups: string
  /** Condition on both rollups: the row belongs to the subject. */
  condition: string
  /**
   * Condition on the raw table `clicks`, not on the rollup above: the click belongs to the subject. The condition does
   * not include the project, because `filterClicks` adds it.
   */
  clickCondition: string
  params: QueryParams
}

export function toSubjectTables({ project, linkId }: RangeSubject): SubjectTables {
  const [condition, params] = ['project_id = {project:UUID}', { project: project.id }]
  if (linkId === undefined) return { clicks: 'project_clicks', rollups: 'daily_rollups', condition, clickCondition: 'true', params }
  const clickCondition = 'link_id = {link:UUID}'
  return {
    clicks: 'link_clicks',
    rollups: 'link_rollups',
    condition: `${condition} AND ${clickCondition}`,
    clickCondition,
    params: { ...params, link: linkId },
  }
}

/** Counts the rows of the `clicks` table, by the start of their UTC day. */
async function countStoredClicks(clickhouse: ClickHouse, subject: RangeSubject, days: ClickedDay[]): Promise<Map<number, number>> {
  if (days.length === 0) return new Map()
  const { condition, params } = toSubjectTables(subject)
  const rows = await runQuery<{ start: number; clicks: number }>(
    clickhouse,
    subject,
    `SELECT toUnixTimestamp(toStartOfDay(at, 'UTC')) AS start, count() AS clicks
     FROM clicks
     WHERE ${condition} AND ${matchTimes(days.map(({ start }) => toUtcDayInterval(start)))}
     GROUP BY start`,
    params,
  )
  return new Map(rows.map((row) => [row.start, row.clicks]))
}
