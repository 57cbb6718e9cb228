import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { expectEqual } from './compare-databases.ts'
import { clusterName } from './open-cluster.ts'
import { openCuttingProxy } from './open-cutting-proxy.ts'

/**
 * Kills a migration during an INSERT that takes two seconds, and repeats the migration at once. Throws if the row of
 * the INSERT is stored twice.
 */
export async function repeatDuringInsert(urls: readonly string[]): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-slow-'))
  const slow = `CREATE TABLE IF NOT EXISTS {stored t} (project_id UInt8) ENGINE = {engine MergeTree} ORDER BY project_id;
    {front t};
    INSERT INTO t SELECT project_id FROM (
      SELECT project_id, 1 AS stored FROM t UNION ALL SELECT toUInt8(7) AS project_id, sleepEachRow(1) AS stored FROM numbers(2)
    ) GROUP BY project_id HAVING countIf(stored = 1) = 0`
  await writeFile(join(folder.path, '0001_slow.sql'), slow)
  const options = { cluster: clusterName }
  const url = toDatabaseUrl(urls[0])
  await createClickHouseDatabase(url, options)
  let isCut = false
  await using proxy = await openCuttingProxy(url, (statement) => {
    if (isCut || !statement.startsWith('INSERT')) return undefined
    isCut = true
    return 'sent'
  })
  const migrateThrough = async (address: string) => {
    const client = openClickHouse(address)
    await migrateClickHouse(client, folder.path, options).finally(() => client.close())
  }
  await migrateThrough(proxy.url).catch(() => undefined)
  if (!isCut) throw new Error('It was not killed')
  await migrateThrough(toDatabaseUrl(urls.at(-1)))
  const client = openClickHouse(url)
  const rows = await client.query({ query: 'SELECT project_id FROM t', format: 'JSONEachRow' })
  expectEqual('the rows', await rows.json().finally(() => client.close()), [{ project_id: 7 }])
}

function toDatabaseUrl(url = ''): string {
  return replaceLogin(url, { database: 'slow' })
}
