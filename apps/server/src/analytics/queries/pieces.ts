// Which finished UTC days of a project are answered from what was counted of them, and which stretches click by click.
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { ClickDays } from '../click-days.ts'
import { ask } from './ask.ts'
import { dayFrom, daysAround, type Span, spanOf, within, withinDays, withinQuarters, withinSpans } from './spans.ts'

/** How a stretch of time is answered. No UTC day is in two pieces. */
export interface Pieces {
  counted: CountedDay[]
  single: Span[]
}

export interface CountedDay {
  day: string
  /** Which counting of the day is believed. */
  counting: number
}

/** Clicks within the asked stretch, from the sums by quarters of an hour. */
export interface SummedClicks {
  people: number
  bots: number
}

interface LiveDay extends SummedClicks {
  day: string
  start: number
  /** Of the whole UTC day. */
  allPeople: number
  allBots: number
}

interface Seal extends CountedDay {
  people: number
  bots: number
}

const rememberedCuts = 1_000
const cutsOf = new WeakMap<ClickHouse, LRUCache<string, Pieces>>()

/**
 * Asks about days, or all time, of one project. Days are mostly counted as they were when somebody last asked: while that is made sure of, `question` is
 * asked already, and it is asked again with the right pieces if something changed.
 */
export async function askInPieces<Answer>(
  clickhouse: ClickHouse,
  projectId: string,
  days: ClickDays | undefined,
  question: (pieces: Pieces) => Promise<Answer>,
): Promise<{ answer: Answer; clicks: SummedClicks }> {
  const asked = days && spanOf(days)
  const cuts = cutsOf.get(clickhouse) ?? new LRUCache<string, Pieces>({ max: rememberedCuts })
  cutsOf.set(clickhouse, cuts)
  const key = `${projectId} ${asked?.from} ${asked?.until}`
  const guess = cuts.get(key)
  const early = guess && question(guess)
  early?.catch(() => undefined) // whether it matters is known below
  const { pieces, clicks } = await cutIntoPieces(clickhouse, projectId, asked)
  cuts.set(key, pieces)
  const answer = await (isDeepStrictEqual(pieces, guess) && early ? early : question(pieces))
  return { answer, clicks }
}

async function cutIntoPieces(
  clickhouse: ClickHouse,
  projectId: string,
  asked: Span | undefined,
): Promise<{ pieces: Pieces; clicks: SummedClicks }> {
  const { live, seals } = await selectDays(clickhouse, projectId, asked)
  const believed = await believedSeals(clickhouse, projectId, live, seals)
  const pieces: Pieces = { counted: [], single: [] }
  let span: Span | undefined
  for (const { day, start } of live) {
    const whole = dayFrom(start)
    const piece = asked ? { from: Math.max(whole.from, asked.from), until: Math.min(whole.until, asked.until) } : whole
    const seal = isDeepStrictEqual(piece, whole) ? believed.get(day) : undefined
    if (seal) {
      pieces.counted.push({ day, counting: seal.counting })
      span = undefined
    } else if (span === undefined) {
      span = piece
      pieces.single.push(span)
    } else span.until = piece.until // over days without clicks as well: nothing is read there
  }
  const sum = (of: 'people' | 'bots') => live.reduce((sum, day) => sum + day[of], 0)
  return { pieces, clicks: { people: sum('people'), bots: sum('bots') } }
}

/** UTC days of the project that have clicks, oldest first (those at the ends may be asked for in part), and the latest counting of each day. */
async function selectDays(
  clickhouse: ClickHouse,
  projectId: string,
  asked: Span | undefined,
): Promise<{ live: LiveDay[]; seals: Map<string, Seal> }> {
  const bounds = asked && daysAround(asked)
  const isAsked = asked ? withinSpans([asked]) : 'true'
  // One question for both: asking costs more than reading so few rows. No counting has the number 0.
  const rows = await ask<LiveDay & Seal>(
    clickhouse,
    `SELECT * FROM (
       SELECT toDate(quarter) AS day, 0 AS counting, toUnixTimestamp(toDateTime(day, 'UTC')) AS start,
              sum(clicks) AS allPeople, sum(project_clicks.bots) AS allBots,
              sumIf(clicks, ${isAsked}) AS people, sumIf(project_clicks.bots, ${isAsked}) AS bots
       FROM project_clicks
       WHERE project_id = {project:UUID}
         ${bounds ? `AND ${withinQuarters}` : ''}
       GROUP BY day
       HAVING allPeople > 0 OR allBots > 0
       UNION ALL
       SELECT day, counting, 0, 0, 0, clicks AS people, bot_clicks AS bots
       FROM counted_days
       WHERE project_id = {project:UUID} AND kind = 'seal'
         ${bounds ? `AND ${withinDays('day')}` : ''}
     )
     ORDER BY counting, day`,
    { project: projectId, ...bounds },
  )
  const seals = rows.filter(({ counting }) => counting > 0).map((seal): [string, Seal] => [seal.day, seal])
  return { live: rows.filter(({ counting }) => counting === 0), seals: new Map(seals) }
}

/**
 * The seals that are believed, by their day. A day that got clicks after it was counted is read click by click, unless single clicks of it are gone: then
 * what was counted is the most that is known.
 */
async function believedSeals(
  clickhouse: ClickHouse,
  projectId: string,
  live: LiveDay[],
  seals: Map<string, Seal>,
): Promise<Map<string, Seal>> {
  const outdated = live.filter(({ day, allPeople, allBots }) => {
    const seal = seals.get(day)
    return seal && (seal.people !== allPeople || seal.bots !== allBots)
  })
  const single = await countSingleClicks(clickhouse, projectId, outdated)
  const believed = new Map(seals)
  for (const { day, start, allPeople, allBots } of outdated) if ((single.get(start) ?? 0) >= allPeople + allBots) believed.delete(day)
  return believed
}

async function countSingleClicks(clickhouse: ClickHouse, projectId: string, days: LiveDay[]): Promise<Map<number, number>> {
  if (days.length === 0) return new Map()
  const rows = await ask<{ start: number; clicks: number }>(
    clickhouse,
    `SELECT toUnixTimestamp(toStartOfDay(at, 'UTC')) AS start, count() AS clicks
     FROM clicks
     WHERE project_id = {project:UUID} AND ${within(days.map(({ start }) => dayFrom(start)))}
     GROUP BY start`,
    { project: projectId },
  )
  return new Map(rows.map((row) => [row.start, row.clicks]))
}
