// Deletes the clicks and page views before an instant from their tables and from every rollup. The process may be
// killed between any two statements. If the deletion is repeated, it finishes the work. Daily rollups are deleted
// first, because a day must not show clicks that were already deleted from other tables.
import { clickTables } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { deleteRows } from '../../platform/clickhouse/delete-rows.ts'
import { insertWithQuorum } from '../../platform/clickhouse/insert-quorum.ts'
import { insertDifferences, insertProjectDifferences, quarterHourlyRollups } from '../rollups/click-rollup-table.ts'
import { rollupLimits } from '../rollups/rollup-statements.ts'
import type { ClickDeletion } from './click-deletion-table.ts'
import {
  type DeletionInstants,
  matchDeletedClicks,
  matchDeletedDays,
  matchDeletedLinkDays,
  matchDeletedViews,
  matchLinkDaysWithDeleted,
  matchRowsWithDeleted,
  toInstants,
} from './deleted-rows.ts'

type Deletion = Pick<ClickDeletion, 'linkId' | 'deletedBefore'>

const ofProject = 'project_id = {project:UUID}'

/**
 * Deletes the clicks of all deletions of the project in one pass. If a day loses clicks of a link, all daily rollups of
 * the day are deleted, and the next rollup run computes them again. If the single clicks of the day have expired, only
 * the rows of the link are deleted, because the other rows can't be split by link.
 *
 * In other rollups, a row can include time before and after the instant of a deletion. Such a row is computed again
 * from the clicks or views after the instant. Finally, the project's quarter-hourly rollup is corrected, so that it is
 * the sum of its links' rollups.
 */
export async function deleteStoredClicks(clickhouse: ClickHouse, projectId: string, deletions: readonly Deletion[]): Promise<void> {
  if (deletions.length === 0) return
  const instants = toInstants(deletions)
  const days = await selectDeletedDays(clickhouse, projectId, instants)
  const params = { project: projectId, days }
  const deleteFrom = (table: string, condition: string) =>
    deleteRows(clickhouse, { table, condition: `${ofProject} AND (${condition})`, params })

  await deleteFrom(
    'daily_rollups',
    `day IN {days:Array(Date)} OR ${matchDeletedDays(instants)} OR (kind = 'link' AND ${matchDeletedLinkDays(instants, 'name')})`,
  )
  await deleteFrom('link_rollups', matchLinkDaysWithDeleted(instants))
  await deleteFrom('clicks', matchDeletedClicks(instants))
  if (instants.hasProject) {
    await deleteFrom('failed_daily_rollups', matchDeletedDays(instants))
    await deleteFrom('page_views', matchDeletedViews(instants))
  }
  for (const rollup of quarterHourlyRollups)
    if (instants.hasProject || rollup.keys.includes('link_id')) await deleteFrom(rollup.name, matchRowsWithDeleted(rollup, instants))
  for (const { from, until } of instants.quarters)
    await insertDifferences(clickhouse, { projectId, from: from / 1_000, until: until / 1_000 })
  await insertProjectDifferences(clickhouse, projectId)
  if (instants.hasProject) {
    await deleteFrom('page_visitors', `${matchDeletedDays(instants)} OR ${matchDayOfDeletion(instants)}`)
    await insertWithQuorum((quorum) =>
      clickhouse.command({ query: insertVisitors(instants), query_params: params, clickhouse_settings: quorum }),
    )
  }
}

/** Returns the UTC days (`yyyy-mm-dd`) that have single clicks to delete. */
async function selectDeletedDays(clickhouse: ClickHouse, projectId: string, instants: DeletionInstants): Promise<string[]> {
  const result = await clickhouse.query({
    query: `SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks WHERE ${ofProject} AND ${matchDeletedClicks(instants)}`,
    query_params: { project: projectId },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return (await result.json<{ day: string }>()).map(({ day }) => day)
}

/** Returns whether ClickHouse still stores any of the deleted clicks or page views. */
export async function hasDeletedClicks(clickhouse: ClickHouse, projectId: string, deletions: readonly Deletion[]): Promise<boolean> {
  if (deletions.length === 0) return false
  const instants = toInstants(deletions)
  const result = await clickhouse.query({
    query: `SELECT 1 FROM clicks WHERE ${ofProject} AND ${matchDeletedClicks(instants)} LIMIT 1
      UNION ALL SELECT 1 FROM page_views WHERE ${ofProject} AND ${matchDeletedViews(instants)} LIMIT 1`,
    query_params: { project: projectId },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}

/**
 * Returns a condition on `page_visitors`: the UTC day contains the instant of the project's deletion, so it has views
 * from before and after the instant.
 */
function matchDayOfDeletion({ ofProject: instant }: DeletionInstants): string {
  return `day = toDate(${Math.floor(instant / 86_400_000)})`
}

/**
 * Returns a statement that computes the visitor sets of one UTC day again: the day that contains the instant of the
 * project's deletion. Queries use the sets only if they have as many views as the quarter-hourly rollup.
 */
function insertVisitors(instants: DeletionInstants): string {
  return `INSERT INTO page_visitors (project_id, day, views, bots, visitors, bot_visitors)
    SETTINGS insert_deduplicate = 0
    SELECT project_id, toDate(at, 'UTC') AS day, countIf(NOT is_bot) AS views, countIf(is_bot) AS bots,
           uniqExactStateIf(visitor, is_bot = false) AS visitors, uniqExactStateIf(visitor, is_bot = true) AS bot_visitors
    FROM page_views
    WHERE ${ofProject} AND ${matchDayOfDeletion(instants)} AND NOT (${matchDeletedViews(instants)})
    GROUP BY project_id, day`
}

/** Deletes all rows of a deleted project. It may be repeated. */
export async function deleteEverything(clickhouse: ClickHouse, projectId: string): Promise<void> {
  for (const table of clickTables) await deleteRows(clickhouse, { table, condition: ofProject, params: { project: projectId } })
}
