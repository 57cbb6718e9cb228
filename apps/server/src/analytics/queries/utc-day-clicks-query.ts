import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { runQuery } from './run-query.ts'

export interface UtcDayClicks {
  linkId: string
  /** `yyyy-mm-dd`. */
  day: string
  clicks: number
}

/** Returns the clicks of humans on these links by UTC day, both days included. Skips days without any. */
export async function queryUtcDayClicks(
  clickhouse: ClickHouse,
  projectId: string,
  { linkIds, from, to }: { linkIds: readonly string[]; from: string; to: string },
): Promise<UtcDayClicks[]> {
  const rows = await runQuery<{ link_id: string; day: string; clicks: number }>(
    clickhouse,
    `SELECT link_id, toDate(quarter) AS day, sum(rollup.clicks) AS clicks FROM link_clicks AS rollup
     WHERE project_id = {project:UUID} AND link_id IN {links:Array(UUID)} AND toDate(quarter) >= {from:Date} AND toDate(quarter) <= {to:Date}
     GROUP BY link_id, day HAVING clicks > 0`,
    { project: projectId, links: linkIds, from, to },
  )
  return rows.map(({ link_id, ...row }) => ({ ...row, linkId: link_id }))
}
