import { clickTables } from '../src/clicks/index.ts'
import type { ClickHouse } from '../src/platform/clickhouse/clickhouse.ts'

/** Returns the rows of every click table as if all parts were merged. */
export async function readAllClickTables(clickhouse: ClickHouse): Promise<Record<string, unknown[]>> {
  const plain = new Set<string>(['clicks', 'page_views', 'daily_rollups', 'link_rollups'])
  const columns: Record<string, string> = {
    clicks: '*, source, day, quarter_of_day, project_hash',
    page_visitors: 'project_id, day, views, bots, finalizeAggregation(visitors) AS people, finalizeAggregation(bot_visitors) AS machines',
  }
  const contents: Record<string, unknown[]> = {}
  for (const table of clickTables) {
    const query = `SELECT ${columns[table] ?? '*'} FROM ${table} ${plain.has(table) ? '' : 'FINAL'} ORDER BY ALL`
    contents[table] = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json()
  }
  return contents
}
