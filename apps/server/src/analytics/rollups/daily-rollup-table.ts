// `daily_rollups`: clicks and visitors per project, finished UTC day and property. If clicks arrive late, the day is
// rolled up again. Each run writes a new revision, which becomes valid when its row of the kind `complete` is written.
// The column of the revision is `counting`, because ClickHouse can't rename a column of the sorting key.
import { breakdownKinds } from '@linkshelf/contract'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { deleteRows } from '../../platform/clickhouse/delete-rows.ts'
import { insertWithQuorum } from '../../platform/clickhouse/insert-quorum.ts'
import { boundedKinds, limitToMostClicked, rollupVersion, toProperties } from '../breakdown-columns.ts'
import { insertLinkRollups } from './link-rollup-table.ts'
import { toProjectDaysQuery } from './outdated-days.ts'
import { rollupLimits } from './rollup-statements.ts'

const columns = 'project_id, kind, day, counting, name, country, clicks, bot_clicks, visitors, bot_visitors, all_visitors, is_other'
/** Maximum number of projects in one DELETE, which limits its length. */
const deletedAtOnce = 1_000

export interface RollupBatch {
  /** `yyyy-mm-dd`, UTC. */
  day: string
  /** The revision that `selectNextRevision` returned. */
  revision: number
  projectIds: readonly string[]
  /** Whether the batch is one project with so many clicks that its number of names may exceed the limit. */
  isLarge: boolean
}

/**
 * Writes a revision of one UTC day for the projects. The last statement writes the complete markers, but not for
 * projects whose clicks have changed or whose rows were stored twice. No query reads rows without a marker, for example
 * the rows of a killed run.
 */
export async function insertDailyRollup(clickhouse: ClickHouse, { day, revision, projectIds, isLarge }: RollupBatch): Promise<void> {
  const ofProjects = matchProjects(projectIds)
  for (const query of [insertNames(ofProjects, isLarge), ...insertLinkRollups(ofProjects), insertMarkers(ofProjects)])
    await insertWithQuorum((quorum) =>
      clickhouse.command({ query, query_params: { day, revision }, clickhouse_settings: { ...rollupLimits, ...quorum } }),
    )
}

/**
 * Returns a number that is higher than every stored revision. If two callers call it at the same moment, they get
 * different numbers in 999 of 1,000 cases. `now` is in milliseconds since 1970.
 */
export async function selectNextRevision(clickhouse: ClickHouse, now: number): Promise<number> {
  const result = await clickhouse.query({
    query: 'SELECT max(counting) AS last FROM daily_rollups',
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  const [{ last } = { last: 0 }] = await result.json<{ last: number }>()
  return Math.max(now * 1000, last + 1000) + Math.floor(Math.random() * 1000)
}

/**
 * Deletes the revisions of a day that are older than this revision, for the projects for which this revision is
 * complete.
 */
export async function deleteOlderRevisions(clickhouse: ClickHouse, day: string, revision: number): Promise<void> {
  const ofDay = 'day = {day:Date} AND counting'
  const params = { day, revision }
  // The projects are read first, because ClickHouse denies a subquery in a deletion from a replicated table: replicas
  // could read different rows.
  const result = await clickhouse.query({
    query: `SELECT DISTINCT toString(project_id) AS projectId FROM daily_rollups WHERE kind = 'complete' AND ${ofDay} = {revision:UInt64}`,
    query_params: params,
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  const projectIds = (await result.json<{ projectId: string }>()).map(({ projectId }) => projectId)
  if (projectIds.length === 0) return
  for (let from = 0; from < projectIds.length; from += deletedAtOnce) {
    const ofProjects = matchProjects(projectIds.slice(from, from + deletedAtOnce))
    for (const table of ['daily_rollups', 'link_rollups'])
      await deleteRows(clickhouse, { table, condition: `${ofDay} < {revision:UInt64} AND ${ofProjects}`, params })
  }
}

/**
 * Returns a condition: the row belongs to one of the projects. The ids are part of the SQL text, because a parameter
 * with a thousand ids is longer than a proxy accepts in a URL.
 */
function matchProjects(projectIds: readonly string[]): string {
  return `project_id IN (${projectIds.map((id) => `'${id}'`).join(', ')})`
}

/** Returns a statement that inserts all kinds in one read of the clicks, so that all kinds describe the same clicks. */
function insertNames(ofProjects: string, isLarge: boolean): string {
  const ofDay = "at >= toDateTime64({day:Date}, 3, 'UTC') AND at < toDateTime64({day:Date} + 1, 3, 'UTC')"
  const mostClicked = `
        SELECT property
        FROM (
          SELECT property, property.1 AS kind, property.2 AS name, property.3 AS country, humans, bots
          FROM (
            SELECT property, countIf(NOT is_bot) AS humans, countIf(is_bot) AS bots
            FROM clicks
            ARRAY JOIN [${toProperties(boundedKinds)}] AS property
            WHERE ${ofProjects} AND ${ofDay}
            GROUP BY property
          )
          ${limitToMostClicked('kind')}
        )`
  const isOther = isLarge
    ? `property.1 IN (${boundedKinds.map((kind) => `'${kind}'`).join(', ')}) AND property NOT IN (${mostClicked})`
    : 'false'
  return `
    INSERT INTO daily_rollups (${columns})
    SELECT project_id, property.1, {day:Date}, {revision:UInt64}, bounded.1, bounded.2, countIf(NOT is_bot), countIf(is_bot),
           uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor), bounded.3
    FROM (
      SELECT project_id, visitor, is_bot, property, ${isOther} AS is_other,
             if(is_other, ('', '', true), (property.2, property.3, false)) AS bounded
      FROM clicks
      ARRAY JOIN [('total', '', ''), ('link', toString(link_id), ''), ${toProperties(breakdownKinds)}] AS property
      WHERE ${ofProjects} AND ${ofDay}
    )
    GROUP BY project_id, property.1, bounded`
}

function insertMarkers(ofProjects: string): string {
  return `
    INSERT INTO daily_rollups (${columns}, version)
    SELECT total.project_id, 'complete', {day:Date}, {revision:UInt64}, '', '', sum(total.clicks) AS humans, sum(total.bot_clicks) AS bots,
           any(visitors), any(bot_visitors), any(all_visitors), false, ${rollupVersion}
    FROM daily_rollups AS total
    INNER JOIN (${toProjectDaysQuery({ from: '{day:Date}', until: '{day:Date} + 1', where: ofProjects })}) AS live ON live.project_id = total.project_id
    WHERE total.kind = 'total' AND total.day = {day:Date} AND total.counting = {revision:UInt64} AND total.${ofProjects}
    GROUP BY total.project_id
    HAVING humans = any(live.humans) AND bots = any(live.bots)`
}
