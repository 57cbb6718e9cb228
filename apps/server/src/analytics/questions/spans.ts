import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask } from './ask.ts'

/** From `from` until just before `until`, in seconds since 1970. */
export interface Span {
  from: number
  until: number
}

/** How a stretch of time is answered: finished UTC days from what was counted of them, the rest from single clicks. No UTC day is in two pieces. */
export interface Pieces {
  counted: CountedDay[]
  single: Span[]
}

export interface CountedDay {
  day: string
  /** Which counting of the day is believed. */
  counting: number
}

interface LiveDay extends CountedDay {
  start: number
  /** Of people and bots, counted at any time. */
  clicks: number
  /** Clicks and bots that were counted are those that there are. */
  isCurrent: boolean
}

const dayLength = 86_400

export function spanOf(days: ClickDays): Span {
  return { from: days.starts[0] ?? days.end, until: days.end }
}

/** Cuts the asked days, or all time, for one project. */
export async function cutIntoPieces(clickhouse: ClickHouse, projectId: string, days: ClickDays | undefined): Promise<Pieces> {
  const asked = days && spanOf(days)
  const live = await selectLiveDays(clickhouse, projectId, asked)
  const believed = await believedDays(clickhouse, projectId, live)
  const pieces: Pieces = { counted: [], single: [] }
  let span: Span | undefined
  for (const { day, counting, start } of live) {
    const piece = { from: Math.max(start, asked?.from ?? 0), until: Math.min(start + dayLength, asked?.until ?? Number.POSITIVE_INFINITY) }
    if (believed.has(start) && piece.until - piece.from === dayLength) {
      pieces.counted.push({ day, counting })
      span = undefined
    } else if (span === undefined) {
      span = piece
      pieces.single.push(span)
    } else span.until = piece.until // over days without clicks as well: nothing is read there
  }
  return pieces
}

/** UTC days of the project that have clicks, oldest first; those at the ends may be asked for in part. */
function selectLiveDays(clickhouse: ClickHouse, projectId: string, asked: Span | undefined): Promise<LiveDay[]> {
  const bounds = asked && { from: floorDay(asked.from), until: floorDay(asked.until + dayLength - 1) }
  const bounded = (live: string) => (bounds === undefined ? '' : live)
  return ask<LiveDay>(
    clickhouse,
    `SELECT live.day AS day, toUnixTimestamp(toDateTime(live.day, 'UTC')) AS start, live.clicks + live.bots AS clicks, sealed.counting AS counting,
            toBool(sealed.counting > 0 AND sealed.clicks = live.clicks AND sealed.bots = live.bots) AS isCurrent
     FROM (
       SELECT toDate(quarter) AS day, sum(project_clicks.clicks) AS clicks, sum(project_clicks.bots) AS bots
       FROM project_clicks
       WHERE project_id = {project:UUID}
         ${bounded("AND quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')")}
       GROUP BY day
       HAVING clicks > 0 OR bots > 0
     ) AS live
     LEFT JOIN (
       SELECT day, max(counted_days.counting) AS counting, argMax(counted_days.clicks, counted_days.counting) AS clicks,
              argMax(bot_clicks, counted_days.counting) AS bots
       FROM counted_days
       WHERE project_id = {project:UUID} AND kind = 'seal'
         ${bounded("AND day >= toDate(toDateTime({from:UInt32}, 'UTC')) AND day < toDate(toDateTime({until:UInt32}, 'UTC'))")}
       GROUP BY day
     ) AS sealed ON sealed.day = live.day
     ORDER BY day`,
    { project: projectId, ...bounds },
  )
}

/**
 * The starts of days whose counting is believed. A day that got clicks after it was counted is read click by click, unless single clicks of it are
 * gone: then what was counted is the most that is known.
 */
async function believedDays(clickhouse: ClickHouse, projectId: string, live: LiveDay[]): Promise<Set<number>> {
  const outdated = live.filter((day) => day.counting > 0 && !day.isCurrent)
  const single = await countSingleClicks(clickhouse, projectId, outdated)
  return new Set(
    live.filter((day) => day.isCurrent || (day.counting > 0 && (single.get(day.start) ?? 0) < day.clicks)).map((day) => day.start),
  )
}

async function countSingleClicks(clickhouse: ClickHouse, projectId: string, days: LiveDay[]): Promise<Map<number, number>> {
  if (days.length === 0) return new Map()
  const rows = await ask<{ start: number; clicks: number }>(
    clickhouse,
    `SELECT toUnixTimestamp(toStartOfDay(at, 'UTC')) AS start, count() AS clicks
     FROM clicks
     WHERE project_id = {project:UUID} AND ${within(days.map(({ start }) => ({ from: start, until: start + dayLength })))}
     GROUP BY start`,
    { project: projectId },
  )
  return new Map(rows.map((row) => [row.start, row.clicks]))
}

/** A condition on `at`: within any of the spans. Written out, so that the engine knows which months and granules to leave alone. */
export function within(spans: readonly Span[]): string {
  return spans.length === 0 ? 'false' : `(${spans.map(between).join(' OR ')})`
}

/** A condition on the quarters of `spanOf`, whose ends are its parameters. */
export const withinQuarters = "quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')"

/** The same within any of the spans. */
export function withinSpans(spans: readonly Span[]): string {
  if (spans.length === 0) return 'false'
  const between = ({ from, until }: Span) => `(quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC'))`
  return `(${spans.map(between).join(' OR ')})`
}

function between({ from, until }: Span): string {
  return `(at >= toDateTime64(${from}, 3, 'UTC') AND at < toDateTime64(${until}, 3, 'UTC'))`
}

function floorDay(seconds: number): number {
  return Math.floor(seconds / dayLength) * dayLength
}
