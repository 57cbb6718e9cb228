// What an edge remembers of many links, and what that costs it: a real edge over HTTP, before a PostgreSQL with ten million links.
//
//   npm run bench -- known-links [--links 10000000] [--hot 100000] [--different 2000000] [--data folder]
//
// `--data` names a folder for PostgreSQL: filled up to so many links, and kept for another run.
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
import { printMachine } from '../measure.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { fillLinks } from './fill-links.ts'
import { followAll } from './visitors.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    links: { type: 'string', default: '10000000' },
    hot: { type: 'string', default: '100000' },
    different: { type: 'string', default: '2000000' },
    data: { type: 'string' },
  },
})
const [links, hot, different] = [Number(given.links), Number(given.hot), Number(given.different)]
const connections = 32
const coldOnes = 2_000
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-known-'))
await using postgres = await openBenchPostgres(given.data && resolve(given.data))
const startedAt = performance.now()
await fillLinks(postgres.url, links)
printMachine({ PostgreSQL: '18' })
console.log(`${links.toLocaleString('en')} links, filled in ${seconds(startedAt)} s`)

const metricsPort = await findFreePort()
let { edge, port } = await startEdge()
const table: Record<string, object> = { 'after the start': await memory() }

await measured(`${hot.toLocaleString('en')} hot links, each for the first time`, hotOnes, connections)
await measured('the same again', hotOnes, connections)
await measured('links it has not met, one after the other', coldOneAfterTheOther, 1)
await restart()
await measured('the hot links after a restart', hotOnes, connections)
await measured(`${different.toLocaleString('en')} different links`, differentOnes, connections)
await measured('the hot links after those', hotOnes, connections)
await measured('and again', hotOnes, connections)
await endEdge()
console.table(table)
await rm(folder, { recursive: true, force: true })

/** Spread over all pages of the tables and their indexes; no two of these are the same link. */
function scattered(from: number, count: number): Iterator<number> {
  return Array.from({ length: count }, (_, nth) => 1 + (((from + nth) * 7_368_787) % links)).values()
}

function hotOnes(): Iterator<number> {
  return scattered(0, hot)
}

function coldOneAfterTheOther(): Iterator<number> {
  return scattered(hot, coldOnes)
}

function differentOnes(): Iterator<number> {
  return scattered(hot + coldOnes, different)
}

async function measured(what: string, ones: () => Iterator<number>, atOnce: number): Promise<void> {
  const [before, began] = [await knownLinks(), performance.now()]
  const tookMs = await followAll(port, ones(), atOnce)
  const [tookSeconds, after] = [(performance.now() - began) / 1_000, await knownLinks()]
  const sorted = tookMs.toSorted()
  table[what] = {
    'hit rate': ((after.hits - before.hits) / tookMs.length).toFixed(4),
    'look-ups': after.lookUps - before.lookUps,
    'p50 ms': at(sorted, 0.5),
    'p99 ms': at(sorted, 0.99),
    'per second': Math.round(tookMs.length / tookSeconds),
    ...(await memory()),
  }
  console.error(what, table[what])
}

function at(sorted: Float64Array, share: number): string {
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(2)
}

/** Of the edge's process; what V8 has let go of but not given back is in it. */
async function memory(): Promise<object> {
  const status = await readFile(`/proc/${edge.pid}/status`, 'utf8')
  const megabytes = (field: string) => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024)
  const { entries, bytes } = await knownLinks()
  return { links: entries, 'links MB': Math.round(bytes / 1_048_576), 'RSS MB': megabytes('VmRSS'), 'most MB': megabytes('VmHWM') }
}

/** As the edge's own metrics tell. */
async function knownLinks(): Promise<{ hits: number; lookUps: number; entries: number; bytes: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`linkshelf_known_links_${name} `))
        ?.split(' ')
        .at(-1),
    )
  return { hits: figure('hits_total'), lookUps: figure('look_ups_total'), entries: figure('entries{kind="link"}'), bytes: figure('bytes') }
}

async function restart(): Promise<void> {
  const stopping = performance.now()
  await endEdge()
  console.log(
    `Stopped in ${seconds(stopping)} s, with a snapshot of ${Math.round((await stat(join(folder, 'known-links'))).size / 1_048_576)} MB`,
  )
  const starting = performance.now()
  ;({ edge, port } = await startEdge())
  console.log(`Ready again after ${seconds(starting)} s`)
}

async function startEdge(): Promise<{ edge: ChildProcess; port: number }> {
  const settings = {
    DATABASE_URL: postgres.url,
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
  if (listening === undefined) throw new Error('The edge did not say where it listens')
  await sleep(500) // it listens for changes by then
  return { edge: child, port: listening }
}

async function endEdge(): Promise<void> {
  const gone = once(edge, 'exit')
  edge.kill('SIGTERM')
  await gone
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1)
}
