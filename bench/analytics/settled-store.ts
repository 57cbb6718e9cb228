import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse.ts'

export interface StoredTable {
  table: string
  rows: number
  bytes: number
}

/** What each table has on the disk once the engine has put its parts together. */
export async function settledStore(clickhouse: ClickHouse): Promise<StoredTable[]> {
  for (let quiet = 0; quiet < 4; quiet = (await countOf(clickhouse, 'system.merges')) === 0 ? quiet + 1 : 0) await sleep(500)
  const answer = await clickhouse.query({
    query: `SELECT table, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts
      WHERE active AND database = currentDatabase() AND table != 'schema_migrations' GROUP BY table ORDER BY bytes DESC`,
    format: 'JSONEachRow',
  })
  return answer.json<StoredTable>()
}

async function countOf(clickhouse: ClickHouse, table: string): Promise<number> {
  const answer = await clickhouse.query({ query: `SELECT toFloat64(count()) AS count FROM ${table}`, format: 'JSONEachRow' })
  return (await answer.json<{ count: number }>())[0]?.count ?? 0
}
