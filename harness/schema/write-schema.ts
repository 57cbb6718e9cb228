// `npm run schema` migrates new databases and writes their schemas to apps/server/schema.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { clickhouseFolder } from '../../apps/server/src/databases/newer-databases.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { describeClickHouse } from './describe-clickhouse.ts'
import { describePostgres } from './describe-postgres.ts'
import { type SchemaFiles, writeSchemaFiles } from './schema-files.ts'

async function describeNewPostgres(): Promise<SchemaFiles> {
  await using postgres = await openBenchPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  return await describePostgres(client).finally(() => client.end())
}

async function describeNewClickHouse(): Promise<SchemaFiles> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-schema-'))
  const engine = await startEngineProcess(folder.path)
  const url = replaceLogin(engine.url, { database: 'described' })
  const client = openClickHouse(url)
  try {
    await createClickHouseDatabase(url)
    await migrateClickHouse(client, clickhouseFolder)
    return await describeClickHouse(client)
  } finally {
    await client.close()
    await engine.stop()
  }
}

const files: SchemaFiles = new Map([...(await describeNewPostgres()), ...(await describeNewClickHouse())])
await writeSchemaFiles(files)
process.stdout.write(`${files.size} files were written to apps/server/schema.\n`)
