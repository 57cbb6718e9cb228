// Measures the hit rate and the memory of the link cache of a real edge, over HTTP, with ten million links in
// PostgreSQL.
//
//   npm run bench -- known-links [--links 10000000] [--hot 100000] [--different 2000000] [--data folder]
//
// `--data` names a folder for PostgreSQL. It is filled up to the given number of links, and is not deleted, so that
// another run can use it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { waitUntilReady } from '../../apps/server/src/platform/process/process-messages.ts'
import { readMetric } from '../../apps/server/test/read-metric.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { printMachine } from '../measure.ts'
import { fillLinks } from './fill-links.ts'
import { visitAll } from './visitors.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    links: { type: 'string', default: '10000000' },
    hot: { type: 'string', default: '100000' },
    different: { type: 'string', default: '2000000' },
    data: { type: 'string' },
  },
})
const [links, hot, different] = [Number(flags.links), Number(flags.hot), Number(flags.different)]
const connections = 32
const uncachedCount = 2_000
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-known-'))
await using postgres = await openBenchPostgres(flags.data && resolve(flags.data))
const startedAt = performance.now()
await fillLinks(postgres.url, links)
printMachine({ PostgreSQL: '18' })
console.log(`${links.toLocaleString('en')} links, filled in ${formatSecondsSince(startedAt)} s`)

const metricsPort = await findFreePort()
let { edge, port } = await startEdge()
const table: Record<string, object> = { 'after the start': await readMemory() }

await measureVisits(`${hot.toLocaleString('en')} hot links, each for the first time`, listHotLinks, connections)
await measureVisits('the same again', listHotLinks, connections)
await measureVisits('links that are not cached, one after the other', listUncachedLinks, 1)
await restart()
await measureVisits('the hot links after a restart', listHotLinks, connections)
await measureVisits(`${different.toLocaleString('en')} different links`, listDifferentLinks, connections)
await measureVisits('the hot links after those', listHotLinks, connections)
await measureVisits('and again', listHotLinks, connections)
await endEdge()
console.table(table)
await rm(folder, { recursive: true, force: true })

/** Returns different links, spread over all pages of the tables and their indexes. */
function scatterLinks(from: number, count: number): Iterator<number> {
  return Array.from({ length: count }, (_, nth) => 1 + (((from + nth) * 7_368_787) % links)).values()
}

function listHotLinks(): Iterator<number> {
  return scatterLinks(0, hot)
}

function listUncachedLinks(): Iterator<number> {
  return scatterLinks(hot, uncachedCount)
}

function listDifferentLinks(): Iterator<number> {
  return scatterLinks(hot + uncachedCount, different)
}

async function measureVisits(name: string, links: () => Iterator<number>, concurrency: number): Promise<void> {
  const [before, startedAt] = [await readCacheMetrics(), performance.now()]
  const tookMs = await visitAll(port, links(), concurrency)
  const [tookSeconds, after] = [(performance.now() - startedAt) / 1_000, await readCacheMetrics()]
  const sorted = tookMs.toSorted()
  table[name] = {
    'hit rate': ((after.hits - before.hits) / tookMs.length).toFixed(4),
    lookups: after.lookups - before.lookups,
    'p50 ms': findPercentile(sorted, 0.5),
    'p99 ms': findPercentile(sorted, 0.99),
    'per second': Math.round(tookMs.length / tookSeconds),
    ...(await readMemory()),
  }
  console.error(name, table[name])
}

function findPercentile(sorted: Float64Array, share: number): string {
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(2)
}

/** Returns the memory of the edge's process, which includes memory that V8 freed but did not return to the system. */
async function readMemory(): Promise<object> {
  const status = await readFile(`/proc/${edge.pid}/status`, 'utf8')
  const readMegabytes = (field: string) => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024)
  const { entries, bytes } = await readCacheMetrics()
  return { links: entries, 'links MB': Math.round(bytes / 1_048_576), 'RSS MB': readMegabytes('VmRSS'), 'peak MB': readMegabytes('VmHWM') }
}

async function readCacheMetrics(): Promise<{ hits: number; lookups: number; entries: number; bytes: number }> {
  const names = ['hits_total', 'look_ups_total', 'entries{kind="link"}', 'bytes']
  const figures = names.map((name) => readMetric(metricsPort, `linkshelf_known_links_${name}`))
  const [hits = 0, lookups = 0, entries = 0, bytes = 0] = await Promise.all(figures)
  return { hits, lookups, entries, bytes }
}

async function restart(): Promise<void> {
  const stopStartedAt = performance.now()
  await endEdge()
  console.log(
    `Stopped in ${formatSecondsSince(stopStartedAt)} s, with a snapshot of ${Math.round((await stat(join(folder, 'known-links'))).size / 1_048_576)} MB`,
  )
  const restartedAt = performance.now()
  ;({ edge, port } = await startEdge())
  console.log(`Ready again after ${formatSecondsSince(restartedAt)} s`)
}

async function startEdge(): Promise<{ edge: ChildProcess; port: number }> {
  const settings = {
    DATABASE_URL: postgres.accounts.edge,
    LINKSHELF_DATA: folder,
    LINKS_PORT: '0',
    HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
  }
  const child = spawn(process.execPath, [main, 'edge'], {
    env: { ...process.env, ...settings, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const listening = await waitUntilReady(child)
  if (listening === undefined) throw new Error('The edge did not report its port')
  await sleep(500) // waits until the edge is notified of changes
  return { edge: child, port: listening }
}

async function endEdge(): Promise<void> {
  const exited = once(edge, 'exit')
  edge.kill('SIGTERM')
  await exited
}

function formatSecondsSince(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}
