// Measures a back-up to a folder and its restore, with embedded databases: of an empty instance, then with links, then
// also with clicks. From the differences it computes the times for 1 million links and 100 million clicks. `--links`
// and `--clicks` change what is filled.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createBackup, openBackup, openBackupTarget, restoreBackup } from '../../apps/server/src/backups/index.ts'
import { openClickStore } from '../../apps/server/src/clicks/index.ts'
import { prepareClickHouse } from '../../apps/server/src/databases/database.ts'
import { clickhouseFolder, postgresFolder } from '../../apps/server/src/databases/newer-databases.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { fillClicks } from '../analytics/fill-clicks.ts'
import { fillProjects } from '../links/fill-projects.ts'
import { measureMs, printMachine } from '../measure.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: { links: { type: 'string', default: '100000' }, clicks: { type: 'string', default: '5000000' } },
})
const [links, clicks] = [Number(given.links), Number(given.clicks)]
const [predictedLinks, predictedClicks] = [1_000_000, 100_000_000]

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-bench-'))
const engine = await startEngineProcess(join(folder, 'engine'))
await using postgres = await openBenchPostgres()
await prepareClickHouse(
  { databaseUrl: postgres.url, clickhouseUrl: engine.url },
  { clickhouseCluster: undefined, clickRetentionMonths: 600 },
)
printMachine({ 'load average': loadavg()[0]?.toFixed(1) ?? 'unknown' })

interface Point {
  backupMs: number
  restoreMs: number
  /** How long no clicks were written to ClickHouse. */
  stoppedMs: number
  bytes: number
}

const empty = await measurePoint('empty')
await fillLinks()
const withLinks = await measurePoint(`${links.toLocaleString('en')} links`)
await using clickhouse = await openClickStore(engine.url)
await fillClicks(clickhouse.client, { clicks, projects: 100, until: new Date() })
const withClicks = await measurePoint(`${links.toLocaleString('en')} links and ${clicks.toLocaleString('en')} clicks`)
print('computed for 1 million links and 100 million clicks', {
  backupMs: predict(({ backupMs }) => backupMs),
  restoreMs: predict(({ restoreMs }) => restoreMs),
  stoppedMs: predict(({ stoppedMs }) => stoppedMs),
  bytes: predict(({ bytes }) => bytes),
})
console.log(`Load average at the end: ${loadavg()[0]?.toFixed(1)}`)

await clickhouse[Symbol.asyncDispose]()
await engine.stop()
await rm(folder, { recursive: true })

/** Adds links in projects of ten thousand links, with their rows in the tables that triggers fill. */
async function fillLinks(): Promise<void> {
  await fillProjects(postgres.url, [], links)
  await runSql(
    postgres.url,
    `insert into slugs (slug) select slug from links;
     insert into link_checks (link_id, organization_id, project_id, target, is_archived, next_check_at)
     select id, organization_id, project_id, target, is_archived, now() from links`,
  )
}

async function measurePoint(name: string): Promise<Point> {
  await using store = await openClickStore(engine.url)
  const target = openBackupTarget(join(folder, 'backups'))
  const databases = { databaseUrl: postgres.url, clickhouseUrl: engine.url }
  let created: Awaited<ReturnType<typeof createBackup>> | undefined
  const backupMs = await measureMs(async () => {
    created = await createBackup({ ...databases, store, target, clock: systemClock })
  })
  if (created === undefined) throw new Error('The back-up was not made')
  const { location, stoppedMs } = created
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: '/restored' }).href
  await runSql(postgres.url, 'create database restored')
  const restoreMs = await measureMs(() =>
    restoreBackup({
      ...{ backup: openBackup(location), cluster: undefined, postgresFolder, clickhouseFolder, databaseUrl },
      clickhouseUrl: replaceLogin(engine.url, { database: 'restored' }),
    }),
  )
  const point = { backupMs, restoreMs, stoppedMs, bytes: await computeBytes(location) }
  await runSql(postgres.url, 'drop database restored with (force)')
  const client = openClickHouse(engine.url)
  await client.command({ query: 'DROP DATABASE restored' })
  await client.close()
  await rm(location, { recursive: true })
  print(name, point)
  return point
}

/** Adds the cost of the predicted links and clicks to the cost of an empty instance. */
function predict(toFigure: (point: Point) => number): number {
  const perLink = (toFigure(withLinks) - toFigure(empty)) / links
  const perClick = (toFigure(withClicks) - toFigure(withLinks)) / clicks
  return toFigure(empty) + perLink * predictedLinks + perClick * predictedClicks
}

function print(name: string, { backupMs, restoreMs, stoppedMs, bytes }: Point): void {
  const toSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(
    `${name}: back-up ${toSeconds(backupMs)} (no clicks stored for ${toSeconds(stoppedMs)}), restore ${toSeconds(restoreMs)}, ${(bytes / 1e6).toFixed(1)} MB`,
  )
}

async function computeBytes(location: string): Promise<number> {
  const entries = await readdir(location, { recursive: true, withFileTypes: true })
  const sizes = entries.map(async (entry) => (entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0))
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}

async function runSql(databaseUrl: string, statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}
