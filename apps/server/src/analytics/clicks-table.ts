// Deletes clicks, from the `clicks` table and from every rollup made of them.
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import { findStoredNames } from './stored-table-name.ts'

/**
 * Deletes a link's stored clicks, and its own rows in the daily rollups. Daily rollups of the days on which it has stored clicks are deleted whole, and the
 * next run rolls these days up again; those of days whose single clicks have expired stay, since they can't be split by link.
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

  // The link's clicks are subtracted from the project's: the columns are unsigned and wrap around.
  await clickhouse.command({
    query: `INSERT INTO project_clicks (project_id, quarter, clicks, bots)
      SELECT project_id, quarter, 0 - sum(link_clicks.clicks), 0 - sum(link_clicks.bots) FROM link_clicks WHERE ${ofLink} GROUP BY project_id, quarter`,
    query_params,
    clickhouse_settings: { insert_distributed_sync: 1 },
  })
  await Promise.all([
    clickhouse.command({ query: `DELETE FROM ${toStoredName('link_clicks')} WHERE ${ofLink}`, query_params }),
    clickhouse.command({ query: `DELETE FROM ${toStoredName('clicks')} WHERE ${ofLink}`, query_params }),
  ])
  await clickhouse.command({
    query: `DELETE FROM ${toStoredName('daily_rollups')}
      WHERE project_id = {project:UUID} AND (day IN {days:Array(Date)} OR (kind = 'link' AND name = {name:String}))`,
    query_params: { ...query_params, name: linkId, days },
  })
}

const tables = ['clicks', 'link_clicks', 'project_clicks', 'daily_rollups']

/** Deletes a project's stored clicks and rollups. Repeated, it finds nothing. */
export async function deleteClicksOfProject(clickhouse: ClickHouse, projectId: string): Promise<void> {
  const toStoredName = await findStoredNames(clickhouse)
  for (const table of tables) {
    await clickhouse.command({
      query: `DELETE FROM ${toStoredName(table)} WHERE project_id = {project:UUID}`,
      query_params: { project: projectId },
    })
  }
}
