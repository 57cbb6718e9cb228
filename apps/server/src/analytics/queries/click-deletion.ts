import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { findStoredName } from './stored-tables.ts'

/**
 * Every click of a link that is in the store, and what the sums hold of it. Of days whose single clicks are gone, the counted days of the project can't
 * be taken apart by link: they stay. The others are counted again.
 */
export async function deleteClicksOfLink(clickhouse: ClickHouse, projectId: string, linkId: string): Promise<void> {
  const query_params = { project: projectId, link: linkId }
  const ofLink = 'project_id = {project:UUID} AND link_id = {link:UUID}'
  const stored = await findStoredName(clickhouse)
  const days = await clickhouse.query({
    query: `SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks WHERE ${ofLink}`,
    query_params,
    format: 'JSONEachRow',
  })
  const clickedOn = (await days.json<{ day: string }>()).map(({ day }) => day)

  // The project's sums lose what the link's sums have: unsigned sums come round.
  await clickhouse.command({
    query: `INSERT INTO project_clicks (project_id, quarter, clicks, bots)
      SELECT project_id, quarter, 0 - sum(link_clicks.clicks), 0 - sum(link_clicks.bots) FROM link_clicks WHERE ${ofLink} GROUP BY project_id, quarter`,
    query_params,
    clickhouse_settings: { insert_distributed_sync: 1 },
  })
  await Promise.all([
    clickhouse.command({ query: `DELETE FROM ${stored('link_clicks')} WHERE ${ofLink}`, query_params }),
    clickhouse.command({ query: `DELETE FROM ${stored('clicks')} WHERE ${ofLink}`, query_params }),
  ])
  await clickhouse.command({
    query: `DELETE FROM ${stored('counted_days')}
      WHERE project_id = {project:UUID} AND (day IN {clickedOn:Array(Date)} OR (kind = 'link' AND name = {name:String}))`,
    query_params: { ...query_params, name: linkId, clickedOn },
  })
}

const tablesOfProject = ['clicks', 'link_clicks', 'project_clicks', 'project_countries', 'project_visitors', 'counted_days']

/** Every click of a project that is in the store, and every sum. */
export async function deleteClicksOfProject(clickhouse: ClickHouse, projectId: string): Promise<void> {
  const stored = await findStoredName(clickhouse)
  for (const table of tablesOfProject) {
    await clickhouse.command({
      query: `DELETE FROM ${stored(table)} WHERE project_id = {project:UUID}`,
      query_params: { project: projectId },
    })
  }
}
