import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { setClickRetention } from './analytics/index.ts'
import type { Config } from './config.ts'
import { openClickHouse } from './platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from './platform/clickhouse/clickhouse-migrations.ts'
import { migratePostgres } from './platform/postgres/postgres-migrations.ts'
import { StartError } from './platform/process/start-error.ts'

const postgresFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const clickhouseFolder = fileURLToPath(new URL('../clickhouse', import.meta.url))

/** Brings the product's tables and the job queue's own schema up to date. Safe to run at every start, and by several processes at once. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  await refuseUnlessPostgresAnswers(databaseUrl)
  await migratePostgres(databaseUrl, postgresFolder)
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => undefined) })
}

/** The same for the store of clicks: the database that the URL names is made, its tables are brought up to date, old clicks are let go. */
export async function prepareClickHouse(
  clickhouseUrl: string,
  config: Pick<Config, 'clickhouseCluster' | 'clickRetentionMonths'>,
): Promise<void> {
  const onCluster = { cluster: config.clickhouseCluster }
  await refuseUnlessClickHouseAnswers(clickhouseUrl)
  const client = openClickHouse(clickhouseUrl)
  try {
    await createClickHouseDatabase(clickhouseUrl, onCluster)
    await migrateClickHouse(client, clickhouseFolder, onCluster)
    await setClickRetention({ clickhouse: client }, config.clickRetentionMonths, onCluster)
  } finally {
    await client.close()
  }
}

/** Asks for the version: another web server may well answer a ping. The database of the address may not be there yet. */
async function refuseUnlessClickHouseAnswers(clickhouseUrl: string): Promise<void> {
  const server = new URL(clickhouseUrl)
  server.pathname = '/default'
  const client = openClickHouse(server.href)
  try {
    const answer = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
    if ((await answer.json<{ version: string }>())[0]?.version === undefined) throw new Error('it does not answer as ClickHouse does')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new StartError(`ClickHouse at ${withoutPassword(clickhouseUrl)} can't be used: ${why}. Check CLICKHOUSE_URL.`, { cause })
  } finally {
    await client.close()
  }
}

async function refuseUnlessPostgresAnswers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    const version = rows[0]?.version ?? 0
    if (version < 160_000)
      throw new StartError(`PostgreSQL 16 or newer is needed; the server of DATABASE_URL is ${Math.floor(version / 10_000)}.`)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const why = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause)
    throw new StartError(`PostgreSQL at ${withoutPassword(databaseUrl)} can't be used: ${why}. Check DATABASE_URL.`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}
