// Deletes clicks and page views, from their tables and from every rollup made of them. A deletion may be killed between
// any two statements: repeated, it finishes the first one's work. Daily rollups go first, so that no day shows what is
// deleted from under them.
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { insertProjectDifferences } from './rollups/click-rollup-table.ts'
import { findStoredNames } from './stored-table-name.ts'

/**
 * Deletes a link's stored clicks, and its own rows in the daily rollups. Daily rollups of the days on which
 * it has stored clicks are deleted whole, and the next run rolls these days up again; those of days whose
 * single clicks have expired stay, since they can't be split by link. The project's clicks are then corrected
 * by what is left of its links.
 */
export async function deleteClicksOfLink(clickhouse: ClickHouse, projectId: string, linkId: string): Promise<void> {
  const query_params = { project: projectId, link: linkId }
  const ofLink = 'project_id = {project:UUID} AND link_id = {link:UUID}'
  const toStoredName = await findStoredNames(clickhouse)
  const result = await clickhouse.query({
    query: `SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks WHERE ${ofLink}`,
    query_params,
    format: 'JSONEachRow',
  })
  const days = (await result.json<{ day: string }>()).map(({ day }) => day)
  await clickhouse.command({
    query: `DELETE FROM ${toStoredName('daily_rollups')}
      WHERE project_id = {project:UUID} AND (day IN {days:Array(Date)} OR (kind = 'link' AND name = {name:String}))`,
    query_params: { ...query_params, name: linkId, days },
  })
  for (const table of ['clicks', 'link_clicks', 'product_clicks'])
    await clickhouse.command({ query: `DELETE FROM ${toStoredName(table)} WHERE ${ofLink}`, query_params })
  await insertProjectDifferences(clickhouse, projectId)
}

const tables = [
  'daily_rollups',
  'failed_daily_rollups',
  'clicks',
  'link_clicks',
  'project_clicks',
  'product_clicks',
  'page_views',
  'product_views',
  'page_visitors',
]

/** Deletes a project's stored clicks, page views and rollups. Repeated, it finds nothing. */
export async function deleteClicksOfProject(clickhouse: ClickHouse, projectId: string): Promise<void> {
  const toStoredName = await findStoredNames(clickhouse)
  for (const table of tables) {
    await clickhouse.command({
      query: `DELETE FROM ${toStoredName(table)} WHERE project_id = {project:UUID}`,
      query_params: { project: projectId },
    })
  }
}
