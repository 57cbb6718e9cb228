// Measures how long the analytics screens wait for their responses: many clicks in many projects, over HTTP, one
// request after the other. For comparison, also measures the same queries on one PostgreSQL table, and the latency of
// redirects while queries read the whole table.
//
//   npm run bench -- analytics [--clicks 100000000] [--projects 2000] [--data folder] [--only screens|conditions|postgres|edge|fill] [--tries 100]
//
// `--data` names a folder for the clicks. If the folder has too few clicks, it is filled. It is never deleted.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { maxRangeDays } from '@linkshelf/contract'
import { sql } from 'kysely'
import { updateDailyRollups } from '../../apps/server/src/analytics/index.ts'
import { prepareClickHouse } from '../../apps/server/src/databases/database.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { computePercentile, measure, measureMs, printMachine, printTable } from '../measure.ts'
import { type FilledProject, fillClicks, findFilledProject, pickTypicalProject } from './fill-clicks.ts'
import { measureEdgeDuringScans } from './measure-edge-during-scans.ts'
import { openBenchApi } from './open-bench-api.ts'
import { copyToPostgres, measurePostgres } from './postgres-clicks.ts'
import { addParams, conditionQueries, listScreenQueries, type ScreenQuery } from './screen-queries.ts'
import { mergeAndListTables } from './stored-table-sizes.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    clicks: { type: 'string', default: '100000000' },
    projects: { type: 'string', default: '2000' },
    data: { type: 'string' },
    only: { type: 'string' },
    tries: { type: 'string', default: '100' },
  },
})
const fill = { clicks: Number(given.clicks), projects: Number(given.projects), until: new Date() }
// The day in Kolkata begins in the middle of a UTC day and in the middle of an hour.
const variants = { UTC: '', 'Asia/Kolkata': 'tz=Asia/Kolkata', 'bots too': 'bots=include' }
const times = Number(given.tries)
const timesOfPostgres = Math.min(20, times)
const rowsOfPostgres = 10_000_000
const isWanted = (part: string) => given.only === undefined || given.only === part

const folder = given.data === undefined ? await mkdtemp(join(tmpdir(), 'linkshelf-bench-')) : resolve(given.data)
const engine = await startEngineProcess(folder)
await using postgres = await openBenchPostgres()
const clickhouse = openClickHouse(engine.url)

await prepareClickHouse(
  { databaseUrl: postgres.url, clickhouseUrl: engine.url },
  { clickRetentionMonths: 13, clickhouseCluster: undefined },
)
const clickCount = await fillOnce()
const api = await openBenchApi(postgres, engine.url)
if (given.only !== 'conditions') await rollUpFinishedDays()
const largest = await findFilledProject(clickhouse, fill, 0)
const typical = await findFilledProject(clickhouse, fill, pickTypicalProject(fill))
await Promise.all([api.addProject(largest), api.addProject(typical)])
printMachine({ PostgreSQL: await findPostgresVersion(), ClickHouse: await findEngineVersion() })
if (given.only !== 'conditions') await printStore()
if (isWanted('screens')) {
  console.log('\nThe minimum of every response')
  printTable([
    await measure('a call without a query', times, api.callWithoutQuery),
    await measure('SELECT 1', times, () => clickhouse.query({ query: 'SELECT 1' }).then((answer) => answer.text())),
  ])
  await printScreens('A typical project', typical, 'any', listScreenQueries(typical))
  await printScreens('The largest project', largest, 'largest', listScreenQueries(largest))
  console.log(`The engine's process has ${measureEngineMegabytes()} MB after these queries`)
}
if (given.only === 'conditions') await printScreens('The largest project', largest, 'largest', conditionQueries)
if (isWanted('postgres')) await printPostgres()
if (isWanted('edge')) {
  console.log('\nA thousand redirects a second from one edge')
  printTable(await measureEdgeDuringScans({ accounts: postgres.accounts, clickhouseUrl: engine.url }, await api.createLink()))
}

await clickhouse.close()
await api[Symbol.asyncDispose]()
await engine.stop()
if (given.data === undefined) await rm(folder, { recursive: true, force: true })

/** Fills the folder with clicks if it has too few. Returns the number of clicks. */
async function fillOnce(): Promise<number> {
  const before = await countClicks()
  if (before >= fill.clicks) return before
  const startedAt = performance.now()
  const formatRate = (filled: number) => Math.round(((filled - before) / (performance.now() - startedAt)) * 1_000).toLocaleString('en')
  await fillClicks(clickhouse, fill, {
    filled: before,
    onProgress(filled) {
      if (filled % 5_000_000 === 0) console.error(`${filled.toLocaleString('en')} clicks, ${formatRate(filled)} a second`)
    },
  })
  console.log(`${fill.clicks.toLocaleString('en')} clicks in ${fill.projects} projects, filled at ${formatRate(fill.clicks)} a second`)
  return fill.clicks
}

/** Rolls up the finished days, as the jobs process does every hour. */
async function rollUpFinishedDays(): Promise<void> {
  let days = 0
  const tookMs = await measureMs(async () => {
    days = await updateDailyRollups(api.deps, maxRangeDays)
  })
  console.log(`${days} finished days rolled up in ${(tookMs / 1_000).toFixed(1)} s`)
}

async function countClicks(): Promise<number> {
  const answer = await clickhouse.query({ query: 'SELECT toFloat64(count()) AS clicks FROM clicks', format: 'JSONEachRow' })
  return (await answer.json<{ clicks: number }>())[0]?.clicks ?? 0
}

async function findPostgresVersion(): Promise<string> {
  const answer = await sql<{ server_version: string }>`show server_version`.execute(api.deps.db)
  return answer.rows[0]?.server_version ?? 'unknown'
}

async function findEngineVersion(): Promise<string> {
  const answer = await clickhouse.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
  return (await answer.json<{ version: string }>())[0]?.version ?? 'unknown'
}

async function printStore(): Promise<void> {
  const tables = await mergeAndListTables(clickhouse)
  const toBytesPerClick = (bytes: number) => Number((bytes / clickCount).toFixed(1))
  console.table(
    Object.fromEntries(
      tables.map(({ table, rows, bytes }) => [
        table,
        { rows, 'MB on disk': Math.round(bytes / 1e6), 'bytes a click': toBytesPerClick(bytes) },
      ]),
    ),
  )
  const rollups = tables.filter(({ table }) => table !== 'clicks').reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`All rollups together: ${toBytesPerClick(rollups)} bytes a click. The engine's process has ${measureEngineMegabytes()} MB`)
}

async function printScreens(
  title: string,
  project: FilledProject,
  figure: 'any' | 'largest',
  queries: readonly ScreenQuery[],
): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const { what, call, figureMs } of queries) {
    const row: Record<string, number | string> = {}
    for (const [variant, words] of Object.entries(variants)) {
      const { durationsMs } = await measure(`${what}, ${variant}`, times, () => api.get(project, addParams(call, words)))
      row[`${variant} p50`] = Number(computePercentile(durationsMs, 0.5).toFixed(1))
      row[`${variant} p95`] = Number(computePercentile(durationsMs, 0.95).toFixed(1))
    }
    rows[what] = { ...row, 'figure p50': figureMs?.[figure] ?? '' }
  }
  console.log(`\n${title}, milliseconds`)
  console.table(rows)
}

async function printPostgres(): Promise<void> {
  const oneIn = Math.max(1, Math.round(clickCount / rowsOfPostgres))
  const copied = await copyToPostgres(clickhouse, postgres.url, oneIn)
  console.log(
    `\nPostgreSQL, one table of ${copied.rows.toLocaleString('en')} of these clicks (one in ${oneIn}): ` +
      `${Math.round(copied.rowsPerSecond).toLocaleString('en')} rows/s in, ${Math.round(copied.bytesPerClick)} bytes a click with indexes`,
  )
  console.log('A typical project')
  printTable(await measurePostgres(postgres.url, typical, timesOfPostgres))
  console.log('The largest project')
  printTable(await measurePostgres(postgres.url, largest, timesOfPostgres))
}

/** Returns the resident memory of the engine's process in megabytes, as the operating system counts it. */
function measureEngineMegabytes(): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(engine.child.pid)], { encoding: 'utf8' })) / 1_024)
}
