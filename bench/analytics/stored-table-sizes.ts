import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'

export interface StoredTable {
  table: string
  rows: number
  bytes: number
}

/** Merges the parts of each table as ClickHouse would within hours, and returns the size of each table on disk. */
export async function mergeAndListTables(clickhouse: ClickHouse): Promise<StoredTable[]> {
  await mergeFinishedMonths(clickhouse)
  for (let idle = 0; idle < 4; idle = (await countRows(clickhouse, 'system.merges')) === 0 ? idle + 1 : 0) await sleep(500)
  const answer = await clickhouse.query({
    query: `SELECT table, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() AND table != 'schema_migrations' GROUP BY table ORDER BY bytes DESC`,
    format: 'JSONEachRow',
  })
  return answer.json<StoredTable>()
}

/**
 * Merges the parts of finished months now, which ClickHouse does only after `min_age_to_force_merge_seconds`. Affects
 * only the tables with that setting.
 */
async function mergeFinishedMonths(clickhouse: ClickHouse): Promise<void> {
  const answer = await clickhouse.query({
    query: `SELECT table, partition_id AS month FROM system.parts
      WHERE active AND database = currentDatabase() AND length(partition_id) = 6 AND toUInt32OrZero(partition_id) < toYYYYMM(now('UTC'))
        AND table IN (SELECT name FROM system.tables WHERE create_table_query LIKE '%min_age_to_force_merge_seconds%')
      GROUP BY table, month HAVING count() > 1`,
    format: 'JSONEachRow',
  })
  for (const { table, month } of await answer.json<{ table: string; month: string }>())
    await clickhouse.command({ query: `OPTIMIZE TABLE ${table} PARTITION ID '${month}' FINAL` })
}

async function countRows(clickhouse: ClickHouse, table: string): Promise<number> {
  const answer = await clickhouse.query({ query: `SELECT toFloat64(count()) AS count FROM ${table}`, format: 'JSONEachRow' })
  return (await answer.json<{ count: number }>())[0]?.count ?? 0
}
