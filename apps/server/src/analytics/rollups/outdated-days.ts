// Finds the days of projects that have clicks but no daily rollup, or an outdated daily rollup.
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { rollupVersion } from '../breakdown-columns.ts'
import { rollupLimits } from './rollup-statements.ts'

/**
 * A project's clicks of one UTC day. `humans` and `bots` come from the quarter-hourly rollup, `storedHumans` and
 * `storedBots` from single clicks.
 */
export interface ProjectDay {
  projectId: string
  /** May be negative if a rollup was corrected wrongly. */
  humans: number
  bots: number
  storedHumans: number
  storedBots: number
  /** True if the day has a rollup of these clicks. The rollup may lack properties that were added later. */
  hasEarlierVersion: boolean
}

/** If `all` is true, every day that has clicks counts as outdated. */
interface OutdatedFilter {
  all: boolean
}

/**
 * Returns the UTC days (`yyyy-mm-dd`) from `from` to just before `until` on which a project's rollup is outdated,
 * oldest first. Skips days whose single clicks are not stored.
 */
export async function selectOutdatedDays(
  clickhouse: ClickHouse,
  { from, until, all }: { from: string; until: string } & OutdatedFilter,
): Promise<string[]> {
  const result = await clickhouse.query({
    query: `SELECT DISTINCT day
      FROM (${toOutdatedDaysQuery({ from: '{from:Date}', until: '{until:Date}', all })})
      WHERE day >= (SELECT toDate(min(at), 'UTC') FROM clicks)
      ORDER BY day`,
    query_params: { from, until },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}

export async function selectOutdatedProjectDays(clickhouse: ClickHouse, day: string, { all }: OutdatedFilter): Promise<ProjectDay[]> {
  const result = await clickhouse.query({
    query: `SELECT toString(outdated.project_id) AS projectId, outdated.humans AS humans, outdated.bots AS bots,
        stored.humans AS storedHumans, stored.bots AS storedBots, outdated.hasEarlierVersion AS hasEarlierVersion
      FROM (${toOutdatedDaysQuery({ from: '{day:Date}', until: '{day:Date} + 1', all })}) AS outdated
      LEFT JOIN (
        SELECT project_id, countIf(NOT is_bot) AS humans, countIf(is_bot) AS bots
        FROM clicks
        WHERE at >= toDateTime64({day:Date}, 3, 'UTC') AND at < toDateTime64({day:Date} + 1, 3, 'UTC')
        GROUP BY project_id
      ) AS stored ON stored.project_id = outdated.project_id
      ORDER BY projectId`,
    query_params: { day },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return result.json<ProjectDay>()
}

/**
 * Returns whether the quarter-hourly rollup has the same numbers as the single clicks. If not, the rollup is wrong, or
 * a batch that arrived late is not in all tables yet. Then the day can't be rolled up.
 */
export function agreesWithClicks({ humans, bots, storedHumans, storedBots }: ProjectDay): boolean {
  return humans === storedHumans && bots === storedBots
}

interface DaysFilter {
  /** SQL expressions of the type Date. */
  from: string
  until: string
}

/** Returns a query of projects and days with clicks, from the quarter-hourly rollup. */
export function toProjectDaysQuery({ from, until, where = 'true' }: DaysFilter & { where?: string }): string {
  return `
    SELECT project_id, toDate(quarter) AS day, toInt64(sum(project_clicks.clicks)) AS humans, toInt64(sum(project_clicks.bots)) AS bots
    FROM project_clicks
    WHERE ${where} AND quarter >= toDateTime(${from}, 'UTC') AND quarter < toDateTime(${until}, 'UTC')
    GROUP BY project_id, day
    HAVING humans != 0 OR bots != 0`
}

/**
 * Returns a query of the rows of `toProjectDaysQuery` whose latest complete daily rollup is missing, has other numbers,
 * or lacks properties.
 */
function toOutdatedDaysQuery({ from, until, all }: DaysFilter & OutdatedFilter): string {
  return `
    SELECT live.project_id AS project_id, live.day AS day, live.humans AS humans, live.bots AS bots,
      live.humans = complete.humans AND live.bots = complete.bots AS hasEarlierVersion
    FROM (${toProjectDaysQuery({ from, until })}) AS live
    LEFT JOIN (
      SELECT project_id, day, argMax(daily_rollups.clicks, counting) AS humans, argMax(bot_clicks, counting) AS bots,
        argMax(version, counting) AS version
      FROM daily_rollups
      WHERE kind = 'complete' AND day >= ${from} AND day < ${until}
      GROUP BY project_id, day
    ) AS complete ON complete.project_id = live.project_id AND complete.day = live.day
    ${all ? '' : `WHERE NOT hasEarlierVersion OR complete.version < ${rollupVersion}`}`
}

// The functions below find the period whose stored clicks are complete: clicks neither expire nor arrive in it.

/**
 * Clicks that arrived less than this time ago are not complete, because a batch that is being inserted is in `clicks` a
 * moment before it is in the rollups.
 */
export const settleMs = 3_600_000
export const quarterMs = 900_000

/** Returns the end of the last quarter of an hour whose rollups can be compared with clicks, in seconds since 1970. */
export function computeSettledUntil(now: Date): number {
  return (Math.floor((now.getTime() - settleMs) / quarterMs) * quarterMs) / 1000
}

/**
 * Returns the start of the first day that is certainly complete, in seconds since 1970. Days up to today minus the
 * retention may have expired.
 */
export function computeFirstCompleteDay(now: Date, retentionMonths: number): number {
  return (
    Date.parse(Temporal.PlainDate.from(toUtcDate(now.getTime())).subtract({ months: retentionMonths }).add({ days: 1 }).toString()) / 1000
  )
}

/** Returns the UTC day (`yyyy-mm-dd`) of an instant in milliseconds since 1970. */
export function toUtcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
