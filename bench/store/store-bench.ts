// Measures the store pages of a real edge: cached pages a second, the time of an uncached page, redirects during the
// rendering of uncached pages, bytes and memory. The store has 200 products with two links each. Needs wrk.
//
//   npm run build && npm run bench -- store [--only bytes,cold,cached,redirects,memory]
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openPostgres } from '../../apps/server/src/platform/postgres/postgres.ts'
import { silentLog } from '../../apps/server/src/platform/process/log.ts'
import { waitUntilReady } from '../../apps/server/src/platform/process/process-messages.ts'
import { createStorePages, parseStoreAddress } from '../../apps/server/src/storefront/index.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { browser, sendAtConstantRate } from '../constant-rate-load.ts'
import { fillLinks, toSlug } from '../known-links/fill-links.ts'
import { computePercentile, type Measurement, measure, printMachine, printTable } from '../measure.ts'
import { readCpuMicroseconds } from '../redirect/process-usage.ts'
import { fillStore } from './fill-store.ts'

const products = 200
const cachedSeconds = 10
const redirectTurns = 5
const redirectSeconds = 6
const redirectsPerSecond = 500
const coldPerSecond = 50
const headers = { 'user-agent': browser, 'accept-encoding': 'gzip, deflate, br' }

const parts: Record<string, () => Promise<void>> = {
  bytes: printBytes,
  cold: printCold,
  cached: printCached,
  redirects: printRedirects,
  memory: printMemory,
}
const { values: flags } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: Object.keys(parts).join() } } })

await using postgres = await openBenchPostgres()
await fillLinks(postgres.url, 1_000)
const { handle, productSlugs } = await fillStore(postgres.url, products)
const folder = await mkdtemp(join(tmpdir(), 'linkshelf-store-bench-'))
const edge = spawn(process.execPath, [fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url)), 'edge'], {
  env: {
    ...process.env,
    DATABASE_URL: postgres.accounts.edge,
    LINKSHELF_DATA: folder,
    LINKS_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
const port = await waitUntilReady(edge)
const origin = `http://127.0.0.1:${port}`
const store = `${origin}/@${handle}`

printMachine({})
try {
  for (const part of flags.only.split(',')) await parts[part]?.()
} finally {
  edge.kill('SIGTERM')
  await once(edge, 'exit')
  await rm(folder, { recursive: true })
}

async function printCold(): Promise<void> {
  printTable([
    await measure(`a cold page of ${products} products`, 100, (nth) => read(`${store}?q=lamp&n=${nth}`)),
    await measure('a cold page of a product', 100, (nth) => read(`${store}/${productSlugs[nth % products]}`)),
  ])
}

/**
 * Alternates between redirects with uncached pages and redirects without them, so that a busy machine slows both
 * measurements equally.
 */
async function printRedirects(): Promise<void> {
  const pairs: [alone: Measurement, beside: Measurement][] = []
  for (let turn = 0; turn < redirectTurns; turn += 1) pairs.push([await measureRedirects(0), await measureRedirects(coldPerSecond)])
  printTable(pairs.flat())
  const growths = pairs.map(([alone, beside]) => computePercentile(beside.durationsMs, 0.99) / computePercentile(alone.durationsMs, 0.99))
  console.log(
    `p99 of redirects beside cold pages: ${computePercentile(growths, 0.5).toFixed(2)} times as long in the median of ${redirectTurns} turns.`,
  )
}

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

async function printBytes(): Promise<void> {
  const pages = { [`${products} products`]: store, 'a product': `${store}/${productSlugs[0]}` }
  const rows = Object.entries(pages).map(async ([name, url]) => {
    const sent = await fetch(url, { headers })
    return [
      name,
      { 'bytes sent (gzip)': Number(sent.headers.get('content-length')), 'bytes of HTML': (await sent.arrayBuffer()).byteLength },
    ]
  })
  console.table(Object.fromEntries(await Promise.all(rows)))
}

/** Measures cached pages. Each page view is recorded on disk before the page is sent, as in production. */
async function printCached(): Promise<void> {
  console.table({
    'cached page': await measureCached(headers),
    'cached page, not compressed': await measureCached({ ...headers, 'accept-encoding': 'identity' }),
  })
}

async function measureCached(sent: Record<string, string>): Promise<object> {
  const before = readCpuMicroseconds(edge.pid ?? 0)
  const options = [
    '-t1',
    '-c32',
    `-d${cachedSeconds}s`,
    '--latency',
    ...Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
  ]
  const { stdout } = await promisify(execFile)('wrk', [...options, store])
  const used = readCpuMicroseconds(edge.pid ?? 0) - before
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  if (/Non-2xx/.test(stdout)) throw new Error(stdout)
  return {
    'pages/s': Math.round(requests / cachedSeconds),
    'pages/s per core': Math.round((requests * 1_000_000) / used),
    'CPU µs': Math.round(used / requests),
    p50: /50%\s+(\S+)/.exec(stdout)?.[1],
    p99: /99%\s+(\S+)/.exec(stdout)?.[1],
  }
}

/**
 * Measures redirects at a constant rate while `cold` pages a second are rendered. The pages are searches, which are
 * never cached. Latency starts when a redirect's request is sent.
 */
async function measureRedirects(cold: number): Promise<Measurement> {
  const durationsMs: number[] = []
  const failures: string[] = []
  const stop = new AbortController()
  const rendered = renderCold(cold, stop.signal)
  await sendAtConstantRate({
    origin,
    visit: (nth) => ({ path: `/${toSlug(1 + (nth % 1_000))}`, headers }),
    perSecond: redirectsPerSecond,
    seconds: redirectSeconds,
    onRedirect: (ms, lateMs) => void durationsMs.push(ms - lateMs), // excludes the delay of this process, which also receives the pages
    onFailure: (what) => void failures.push(what),
  })
  stop.abort()
  const pages = await rendered
  if (failures.length > 0) throw new Error(`${failures.length} redirects failed: ${failures[0]}`)
  return {
    name: `redirects beside ${(pages / redirectSeconds).toFixed(0)} cold pages/s (p99.9 ${computePercentile(durationsMs, 0.999).toFixed(1)} ms)`,
    durationsMs,
  }
}

async function renderCold(perSecond: number, signal: AbortSignal): Promise<number> {
  const pages: Promise<unknown>[] = []
  while (perSecond > 0 && !signal.aborted) {
    pages.push(receive(`${store}?q=lamp&n=${pages.length}`))
    await sleep(1_000 / perSecond)
  }
  return (await Promise.all(pages)).length
}

/**
 * Requests a page. Does not decompress the body, because that would take CPU time from the client that measures
 * redirects.
 */
async function receive(url: string): Promise<void> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  await once(response.resume(), 'end')
}

/**
 * Prints the memory of an edge that has every page of the store in its cache, and of an edge whose cache is too small
 * for them.
 */
async function printMemory(): Promise<void> {
  const rows: Record<string, object> = {}
  for (const maxBytes of [64 * 1_048_576, 1_048_576]) {
    const db = openPostgres(postgres.accounts.edge)
    const pages = createStorePages({ db, publicOrigin: origin, clock: systemClock, log: silentLog, maxBytes })
    for (const path of ['', ...productSlugs.map((slug) => `/${slug}`)]) {
      const address = parseStoreAddress(`/@${handle}${path}`)
      if (address) await pages.visit(address)
    }
    rows[`at most ${maxBytes / 1_048_576} MB`] = { 'KB of pages': Math.round(pages.memory().bytes / 1_024), stores: pages.memory().stores }
    await pages.close()
    await db.destroy()
  }
  console.table(rows)
}
