// `daily_rollups`: clicks and visitors per project, finished UTC day and property. A day is rolled up again when clicks arrive late: each run writes a new
// revision, which is valid once its row of the kind `complete` is written. The revision's column is `counting`; ClickHouse can't rename a column of the
// sorting key.
import { type BreakdownKind, breakdownKinds } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { findStoredNames } from '../stored-table-name.ts'
import { rollupLimits } from './rollup-limits.ts'

export interface DayToRollUp {
  /** `yyyy-mm-dd`, UTC. */
  day: string
  /** Of humans and bots. */
  clicks: number
}

/** A day is rolled up in batches of projects: the embedded engine runs one statement at a time, so inserts of clicks wait meanwhile. */
const clicksPerBatch = 1_000_000

const columns = 'project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors'

/**
 * UTC days from `from` to just before `until` whose single clicks are stored and where some project's latest rollup is missing or outdated, oldest first.
 * With `all`, every day that has clicks.
 */
export async function selectDaysToRollUp(
  clickhouse: ClickHouse,
  { from, until, all }: { from: string; until: string; all: boolean },
): Promise<DayToRollUp[]> {
  const result = await clickhouse.query({
    query: `SELECT day, sum(clicks) AS clicks
      FROM (${projectDays('{from:Date}', '{until:Date}', all)})
      WHERE day >= (SELECT toDate(min(at), 'UTC') FROM clicks)
      GROUP BY day
      ORDER BY day`,
    query_params: { from, until },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return result.json<DayToRollUp>()
}

/**
 * Writes a revision of one UTC day for projects whose rollup is outdated (with `all`: for every project), unless clicks of that day have expired. The
 * complete markers are a separate statement that runs last: a killed run leaves rows that no query reads. `revision` comes from `selectNextRevision`.
 */
export async function insertDailyRollup(
  clickhouse: ClickHouse,
  { day, clicks }: DayToRollUp,
  revision: number,
  { all = false } = {},
): Promise<void> {
  const batches = Math.max(1, Math.ceil(clicks / clicksPerBatch))
  for (let batch = 0; batch < batches; batch += 1) {
    await clickhouse.command({
      query: insertBatch(all),
      query_params: { day, revision, batches, batch },
      clickhouse_settings: { ...rollupLimits, insert_distributed_sync: 1 },
    })
  }
  await clickhouse.command({
    query: `INSERT INTO daily_rollups (${columns})
      SELECT project_id, 'complete', day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors
      FROM daily_rollups
      WHERE kind = 'total' AND day = {day:Date} AND counting = {revision:UInt64}`,
    query_params: { day, revision },
    clickhouse_settings: { ...rollupLimits, insert_distributed_sync: 1 },
  })
}

/** A number above every stored revision; of two callers at the same moment, 999 in 1,000 get different ones. `now` in milliseconds since 1970. */
export async function selectNextRevision(clickhouse: ClickHouse, now: number): Promise<number> {
  const result = await clickhouse.query({
    query: 'SELECT max(counting) AS last FROM daily_rollups',
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  const [{ last } = { last: 0 }] = await result.json<{ last: number }>()
  return Math.max(now * 1000, last + 1000) + Math.floor(Math.random() * 1000)
}

/** Deletes a day's revisions before this one, of the projects for which it is complete. */
export async function deleteOlderRevisions(clickhouse: ClickHouse, day: string, revision: number): Promise<void> {
  const toStoredName = await findStoredNames(clickhouse)
  await clickhouse.command({
    query: `DELETE FROM ${toStoredName('daily_rollups')} WHERE day = {day:Date} AND counting < {revision:UInt64} AND project_id IN (
      SELECT project_id FROM daily_rollups WHERE kind = 'complete' AND day = {day:Date} AND counting = {revision:UInt64})`,
    query_params: { day, revision },
  })
}

/** Projects and days with clicks, from the quarter-hourly rollup; without `all`, only those whose latest complete daily rollup is missing or differs. */
function projectDays(from: string, until: string, all: boolean): string {
  return `
    SELECT live.project_id AS project_id, live.day AS day, live.humans + live.bots AS clicks, live.humans AS humans, live.bots AS bots
    FROM (
      SELECT project_id, toDate(quarter) AS day, sum(project_clicks.clicks) AS humans, sum(project_clicks.bots) AS bots
      FROM project_clicks
      WHERE quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC')
      GROUP BY project_id, day
      HAVING humans > 0 OR bots > 0
    ) AS live
    LEFT JOIN (
      SELECT project_id, day, argMax(daily_rollups.clicks, counting) AS humans, argMax(bot_clicks, counting) AS bots
      FROM daily_rollups
      WHERE kind = 'complete' AND day >= ${from} AND day < ${until}
      GROUP BY project_id, day
    ) AS complete ON complete.project_id = live.project_id AND complete.day = live.day
    ${all ? '' : 'WHERE live.humans != complete.humans OR live.bots != complete.bots'}`
}

/** Name and country of each kind's rows. */
const nameColumns: Record<BreakdownKind, string> = {
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

/** All kinds in one read of the clicks, so that they and the total describe the same clicks. */
function insertBatch(all: boolean): string {
  const kinds = breakdownKinds.map((kind) => `('${kind}', ${nameColumns[kind]})`)
  const ofDay = "at >= toDateTime64({day:Date}, 3, 'UTC') AND at < toDateTime64({day:Date} + 1, 3, 'UTC')"
  const ofBatch = 'cityHash64(project_id) % {batches:UInt32} = {batch:UInt32}'
  return `
    INSERT INTO daily_rollups (${columns})
    SELECT project_id, property.1, {day:Date}, {revision:UInt64}, property.2, property.3, countIf(NOT is_bot), countIf(is_bot),
           uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)
    FROM clicks
    ARRAY JOIN [('total', '', ''), ('link', toString(link_id), ''), ${kinds.join(', ')}] AS property
      WHERE ${ofDay} AND ${ofBatch} AND project_id IN (
        SELECT live.project_id
        FROM (${projectDays('{day:Date}', '{day:Date} + 1', all)}) AS live
        INNER JOIN (
          SELECT project_id, countIf(NOT is_bot) AS humans, countIf(is_bot) AS bots FROM clicks WHERE ${ofDay} AND ${ofBatch} GROUP BY project_id
        ) AS stored ON stored.project_id = live.project_id AND stored.humans = live.humans AND stored.bots = live.bots
      )
    GROUP BY project_id, property`
}
