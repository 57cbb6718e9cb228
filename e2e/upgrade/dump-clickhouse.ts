import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import type { Stores } from '../../harness/run-part.ts'

export interface ClickHouseDump {
  countClicks(): Promise<number>
  /** Writes every table that has rows as `<table>.tsv.gz`, with column names. */
  dump(): Promise<void>
}

export async function dumpClickHouse({ clickhouseUrl }: Stores, target: string): Promise<ClickHouseDump> {
  const queryRows = async <Row>(query: string): Promise<Row[]> => {
    const client = openClickHouse(clickhouseUrl)
    try {
      return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
    } finally {
      await client.close()
    }
  }
  // Returns bytes, because states of aggregate functions are not text.
  const queryBytes = async (query: string): Promise<Buffer> => {
    const client = openClickHouse(clickhouseUrl)
    try {
      return await buffer((await client.exec({ query: `${query} FORMAT TabSeparatedWithNames` })).stream)
    } finally {
      await client.close()
    }
  }
  return {
    async countClicks() {
      return (await queryRows<{ n: number }>('SELECT toUInt32(count()) AS n FROM clicks'))[0]?.n ?? 0
    },
    async dump() {
      await mkdir(join(target, 'clickhouse'), { recursive: true })
      const tables = await queryRows<{ name: string; key: string }>(
        "SELECT name, sorting_key AS key FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows > 0 AND name != 'schema_migrations'",
      )
      for (const { name, key } of tables) {
        const rows = await queryBytes(`SELECT * FROM ${name} ORDER BY ${key}`)
        await writeFile(join(target, 'clickhouse', `${name}.tsv.gz`), await promisify(gzip)(rows, { level: 9 }))
      }
    },
  }
}
