import { type ChildProcess, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openClickHouse } from '../src/platform/clickhouse/clickhouse.ts'
import { toOnClusterClause } from '../src/platform/clickhouse/clickhouse-cluster.ts'
import { openEmbeddedPostgres, waitForPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { findFreePort } from '../src/platform/process/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServerUrl: string
    /** The secret, in hexadecimal, from which the accounts of this run are derived. */
    databaseSecret: string
    clickhouseServerUrl: string
    /** True if the embedded engine is used. It has the accounts `reader` and `writer`, whose password is in the URL. */
    isClickhouseEmbedded: boolean
    /** The value of CLICKHOUSE_CLUSTER. If it is set together with CLICKHOUSE_URL, the tests run on a cluster. */
    clickhouseCluster: string | undefined
    /** The prefix of this run's ClickHouse database names. */
    clickhouseDatabasePrefix: string
  }
}

const templateDatabase = 'linkshelf_template'
const prepareTemplate = fileURLToPath(new URL('./databases/prepare-template.ts', import.meta.url))

/** Starts one PostgreSQL and one ClickHouse engine for the whole run; every test works in databases of its own. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-test-'))
  await chmod(folder, 0o755)
  const [postgres, engine] = await Promise.all([startPostgres(join(folder, 'postgres')), startEngine(join(folder, 'engine'))])
  project.provide('databaseServerUrl', postgres.url)
  project.provide('databaseSecret', postgres.secret)
  project.provide('clickhouseServerUrl', engine.url)
  project.provide('clickhouseCluster', process.env.CLICKHOUSE_CLUSTER)
  project.provide('isClickhouseEmbedded', !process.env.CLICKHOUSE_URL)
  const clickhouseDatabasePrefix = `t_${randomBytes(4).toString('hex')}_`
  project.provide('clickhouseDatabasePrefix', clickhouseDatabasePrefix)
  return async () => {
    await Promise.all([postgres.stop(), dropClickHouseDatabases(engine.url, clickhouseDatabasePrefix).then(engine.stop)])
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPostgres(folder: string): Promise<{ url: string; secret: string; stop(): Promise<void> }> {
  const server = await openEmbeddedPostgres(folder)
  const port = await findFreePort()
  // The data of a test run need not survive a power cut.
  const child = server.spawn(port, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
    scram_iterations: '1',
  })
  child.stderr?.resume()
  child.stdout?.resume()
  await waitForPostgres(server.url(port), 20_000)

  const client = new pg.Client({ connectionString: server.url(port) })
  await client.connect()
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const secret = randomBytes(32).toString('hex')
  await promisify(execFile)(process.execPath, [prepareTemplate, server.url(port, templateDatabase), secret])

  return {
    url: server.url(port),
    secret,
    stop: () => stopProcess(child, 'SIGINT'),
  }
}

async function startEngine(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const external = process.env.CLICKHOUSE_URL
  if (external) return { url: external, stop: async () => undefined }
  const { startEngineProcess } = await import('./databases/start-engine-process.ts')
  return startEngineProcess(folder, { hasPriorityOfTests: true })
}

/** Drops the databases of this run, because an external ClickHouse server continues after the run. */
async function dropClickHouseDatabases(url: string, prefix: string): Promise<void> {
  const client = openClickHouse(url)
  const answer = await client.query({
    query: 'SELECT name FROM system.databases WHERE startsWith(name, {prefix: String})',
    query_params: { prefix },
    format: 'JSONEachRow',
  })
  for (const { name } of await answer.json<{ name: string }>())
    await client.command({ query: `DROP DATABASE ${name}${toOnClusterClause(process.env.CLICKHOUSE_CLUSTER)}` })
  await client.close()
}

function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
