import { type BreakdownKind, breakdownKinds } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { findStoredName } from './stored-tables.ts'

export interface UncountedDay {
  /** `yyyy-mm-dd`, UTC. */
  day: string
  /** Of people and bots. */
  clicks: number
}

/** Counting may take longer than an answer, and needs the memory of one piece of a day. */
const limits = {
  max_execution_time: 50,
  max_memory_usage: '2147483648',
  max_threads: 2,
  output_format_json_quote_64bit_integers: 0,
} as const

/** A piece of a day is counted at a time, by projects: while it is, clicks wait to be written. */
const clicksInPiece = 1_000_000

/**
 * UTC days from `from` to just before `until` of which single clicks are kept, and of which some project's clicks are not those that were counted.
 * `all` gives the others too. Oldest first.
 */
export async function selectUncountedDays(
  clickhouse: ClickHouse,
  { from, until, all }: { from: string; until: string; all: boolean },
): Promise<UncountedDay[]> {
  const answer = await clickhouse.query({
    query: `SELECT day, sum(clicks) AS clicks
      FROM (${liveBeside('{from:Date}', '{until:Date}', all)})
      WHERE day >= (SELECT toDate(min(at), 'UTC') FROM clicks)
      GROUP BY day
      ORDER BY day`,
    query_params: { from, until },
    clickhouse_settings: limits,
    format: 'JSONEachRow',
  })
  return answer.json<UncountedDay>()
}

/**
 * Counts one UTC day of the projects that need it, all of whose single clicks are there. The seal is a statement of its own that comes last, made from
 * what was written: a kill leaves a counting without it, which nobody reads. `counting` is from `nextCounting`.
 */
export async function countDay(
  clickhouse: ClickHouse,
  { day, clicks }: UncountedDay,
  counting: number,
  { all = false } = {},
): Promise<void> {
  const pieces = Math.max(1, Math.ceil(clicks / clicksInPiece))
  for (let piece = 0; piece < pieces; piece += 1) {
    await clickhouse.command({
      query: counted(all),
      query_params: { day, counting, pieces, piece },
      clickhouse_settings: { ...limits, insert_distributed_sync: 1 },
    })
  }
  await clickhouse.command({
    query: `INSERT INTO counted_days (project_id, kind, day, counting, name, country, clicks, bot_clicks, people, bots, everyone)
      SELECT project_id, 'seal', day, counting, name, country, clicks, bot_clicks, people, bots, everyone
      FROM counted_days
      WHERE kind = 'total' AND day = {day:Date} AND counting = {counting:UInt64}`,
    query_params: { day, counting },
    clickhouse_settings: { ...limits, insert_distributed_sync: 1 },
  })
}

/** A number larger than that of any counting, and another one for whoever asks at the same moment. `now` in milliseconds since 1970. */
export async function nextCounting(clickhouse: ClickHouse, now: number): Promise<number> {
  const answer = await clickhouse.query({
    query: 'SELECT max(counting) AS last FROM counted_days',
    clickhouse_settings: limits,
    format: 'JSONEachRow',
  })
  const [{ last } = { last: 0 }] = await answer.json<{ last: number }>()
  return Math.max(now * 1000, last + 1000) + Math.floor(Math.random() * 1000)
}

/** Lets go of what was counted of a day before this counting, in the projects that have it. */
export async function dropOlderCountings(clickhouse: ClickHouse, day: string, counting: number): Promise<void> {
  const stored = await findStoredName(clickhouse)
  await clickhouse.command({
    query: `DELETE FROM ${stored('counted_days')} WHERE day = {day:Date} AND counting < {counting:UInt64} AND project_id IN (
      SELECT project_id FROM counted_days WHERE kind = 'seal' AND day = {day:Date} AND counting = {counting:UInt64})`,
    query_params: { day, counting },
  })
}

/** Project and day with the sums that live beside the clicks; only those that differ from what was counted last, unless all are wanted. */
function liveBeside(from: string, until: string, all: boolean): string {
  return `
    SELECT live.project_id AS project_id, live.day AS day, live.people + live.bots AS clicks, live.people AS people, live.bots AS bots
    FROM (
      SELECT project_id, toDate(quarter) AS day, sum(project_clicks.clicks) AS people, sum(project_clicks.bots) AS bots
      FROM project_clicks
      WHERE quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC')
      GROUP BY project_id, day
      HAVING people > 0 OR bots > 0
    ) AS live
    LEFT JOIN (
      SELECT project_id, day, argMax(counted_days.clicks, counting) AS people, argMax(bot_clicks, counting) AS bots
      FROM counted_days
      WHERE kind = 'seal' AND day >= ${from} AND day < ${until}
      GROUP BY project_id, day
    ) AS sealed ON sealed.project_id = live.project_id AND sealed.day = live.day
    ${all ? '' : 'WHERE live.people != sealed.people OR live.bots != sealed.bots'}`
}

const named: Record<BreakdownKind, string> = {
  country: "toString(country), ''",
  city: 'city, toString(country)',
  device: "toString(device), ''",
  browser: "toString(browser), ''",
  os: "toString(os), ''",
  referrer: "toString(referrer), ''",
  utm_source: "toString(utm_source), ''",
  utm_medium: "toString(utm_medium), ''",
  utm_campaign: "toString(utm_campaign), ''",
}

/** Every kind in one reading of the clicks, so that all of them, and the total, speak of the same ones. */
function counted(all: boolean): string {
  const kinds = breakdownKinds.map((kind) => `('${kind}', ${named[kind]})`)
  const ofDay = "at >= toDateTime64({day:Date}, 3, 'UTC') AND at < toDateTime64({day:Date} + 1, 3, 'UTC')"
  const ofPiece = 'cityHash64(project_id) % {pieces:UInt32} = {piece:UInt32}'
  return `
    INSERT INTO counted_days (project_id, kind, day, counting, name, country, clicks, bot_clicks, people, bots, everyone)
    SELECT project_id, property.1, {day:Date}, {counting:UInt64}, property.2, property.3, countIf(NOT is_bot), countIf(is_bot),
           uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
    FROM clicks
    ARRAY JOIN [('total', '', ''), ('link', toString(link_id), ''), ${kinds.join(', ')}] AS property
      WHERE ${ofDay} AND ${ofPiece} AND project_id IN (
        SELECT live.project_id
        FROM (${liveBeside('{day:Date}', '{day:Date} + 1', all)}) AS live
        INNER JOIN (
          SELECT project_id, countIf(NOT is_bot) AS people, countIf(is_bot) AS bots FROM clicks WHERE ${ofDay} AND ${ofPiece} GROUP BY project_id
        ) AS single ON single.project_id = live.project_id AND single.people = live.people AND single.bots = live.bots
      )
    GROUP BY project_id, property`
}
