// Measures redirects on one core. Compares nginx, a minimal node:http server and the edge under the same load. They
// take turns, because the speed of a machine changes within minutes.
//
//   npm run bench -- redirect [--only hot,hot-256,idle,segments,browser,one,many,shops,first,pipeline] [--rounds 5] [--seconds 5] [--links 100000]
//
// Each of 64 clients waits for its response before it sends the next request. So with 64 connections, latency limits
// the rate: while a batch waits for the disk, the core is idle. 256 connections show the capacity of the core, and one
// connection shows the wait of one visitor. `pipeline` runs the whole program and counts the CPU time of edge, jobs and
// engine until every click is in ClickHouse. It needs built pages (npm run build).
//
// The server runs alone on core 0. wrk, PostgreSQL and this script share core 1. Afterwards every accepted click must
// be in the journal.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatShortPath } from '@linkshelf/contract'
import { readMetric } from '../../apps/server/test/read-metric.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { computePercentile, printMachine } from '../measure.ts'
import { countJournaledClicks } from './count-clicks.ts'
import { fillLinks, namedSlug } from './fill-links.ts'
import { generateLoad, type Load, type LoadResult } from './generate-load.ts'
import { measureColdVisits } from './measure-cold-visits.ts'
import { measurePipeline } from './measure-pipeline.ts'
import { fillShopLinks, measureShopRules } from './measure-shop-rules.ts'
import { readMemoryMegabytes } from './process-usage.ts'
import { type Edge, type Server, startEdge, startNginx, startNodeRedirect } from './servers.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    links: { type: 'string', default: '100000' },
  },
})
const [rounds, seconds, links] = [Number(flags.rounds), Number(flags.seconds), Number(flags.links)]
const isWanted = (part: string) => flags.only === undefined || flags.only.split(',').includes(part)
const firstCount = 2_000

const browser = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-GB,en;q=0.9,de;q=0.8',
  Referer: 'https://l.instagram.com/',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'cross-site',
  'Upgrade-Insecure-Requests': '1',
}
const loads: Record<string, Load> = {
  hot: { title: 'one hot link, 64 connections', links: 1, headers: {} },
  'hot-256': { title: 'one hot link, 256 connections', links: 1, headers: {}, connections: 256 },
  idle: { title: 'one hot link, one connection', links: 1, headers: {}, connections: 1 },
  segments: { title: 'one hot link whose name has segments and letters', links: 1, headers: {}, path: formatShortPath(namedSlug) },
  browser: { title: "one hot link, a browser's headers", links: 1, headers: browser },
  // Choosing a random link costs the client time. For a fair comparison with the next load, this load also chooses at
  // random, but from a single link.
  one: { title: 'one link, chosen like those of the next table', links: 1, isRandom: true, headers: {} },
  many: { title: `${links.toLocaleString('en')} links at random`, links, isRandom: true, headers: {} },
}

if (!isInstalled('wrk', '-v')) {
  console.error('This bench needs wrk: apt-get install nginx-light wrk')
  process.exit(1)
}
printMachine({ wrk: findProgramVersion('wrk', '-v'), nginx: findProgramVersion('nginx', '-v') })
const pinned = spawnSync('taskset', ['-acp', '1', String(process.pid)])
if (pinned.status !== 0) throw new Error(`The client could not be pinned to a core: ${pinned.stderr}`)

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-redirect-'))
await using postgres = await openBenchPostgres()
await fillLinks(postgres.url, links + 2 * firstCount)
await fillShopLinks(postgres.url)
const edges: { edge: Edge; dataFolder: string }[] = []
for (const durability of ['process', 'disk'] as const) {
  const dataFolder = join(folder, durability)
  edges.push({ edge: await startEdge(`edge, ${durability}`, postgres.accounts.edge, dataFolder, durability), dataFolder })
}
const baselines = [await startNodeRedirect('node:http'), ...(await startNginxes())]
/** The number of redirects that clients received, by server. */
const redirects = new Map<Server, number>()

console.log(`${rounds} rounds of ${seconds} s`)
for (const [name, load] of Object.entries(loads)) if (isWanted(name)) await printRates(load)
if (isWanted('shops')) await printShopRules()
if (isWanted('first')) await printFirstVisits()
for (const server of baselines) await server.stop()
await printClicks()
if (isWanted('pipeline')) await printPipeline()
await rm(folder, { recursive: true, force: true })

async function startNginxes(): Promise<Server[]> {
  if (isInstalled('nginx', '-v'))
    return [await startNginx('nginx, access log', folder, 'on'), await startNginx('nginx, no log', folder, 'off')]
  console.error('nginx is missing in the table: apt-get install nginx-light')
  return []
}

function findProgramVersion(program: string, option: string): string {
  const { stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8' })
  return /\d+\.[\d.]+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
}

function isInstalled(program: string, option: string): boolean {
  return spawnSync(program, [option]).error === undefined
}

/** Prints medians over all rounds. Each round loads every server once, so that a slow minute slows all servers. */
async function printRates(load: Load): Promise<void> {
  const servers = [...baselines, ...edges.map(({ edge }) => edge)]
  const measured = new Map<Server, LoadResult[]>(servers.map((server) => [server, []]))
  for (const server of servers) countRedirects(server, await generateLoad(server, load, 2)) // warms up, until the code is optimized
  for (const { edge } of edges) {
    for (let attempts = 0; attempts < 15 && (await readFigure(edge, 'known_links_entries{kind="link"}')) < 0.99 * load.links; attempts += 1)
      countRedirects(edge, await generateLoad(edge, load, 2))
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) measured.get(server)?.push(countRedirects(server, await generateLoad(server, load, seconds)))
  }
  const rates = [...measured].map(([server, results]) => ({ server, perSecond: computeMedian(results, 'perSecond'), results }))
  const nginxPerSecond = rates.find(({ server }) => server.name === 'nginx, access log')?.perSecond ?? Number.NaN
  console.log(`\n${load.title}`)
  console.table(
    Object.fromEntries(
      rates.map(({ server, perSecond, results }) => [
        server.name,
        {
          'requests/s': Math.round(perSecond),
          'of nginx with log': round(perSecond / nginxPerSecond),
          'p50 ms': round(computeMedian(results, 'p50Ms')),
          'p99 ms': round(computeMedian(results, 'p99Ms')),
          'CPU µs each': round(computeMedian(results, 'cpuMicroseconds')),
          'memory MB': readMemoryMegabytes(server.pid),
        },
      ]),
    ),
  )
}

function countRedirects(server: Server, result: LoadResult): LoadResult {
  redirects.set(server, (redirects.get(server) ?? 0) + result.requests)
  return result
}

async function printShopRules(): Promise<void> {
  const load: Load = { title: "a link to Amazon, a browser's headers, 64 connections", links: 1, headers: browser }
  console.log(`\n${load.title}: visitors sent to their own marketplace, and all to the same page`)
  for (const { edge } of edges) {
    const { without, with: routed, extraCpu } = await measureShopRules(edge, load, rounds * seconds)
    console.log(
      `${edge.name}: ${Math.round(computeMedian(without, 'perSecond'))} requests/s without rules, ${Math.round(computeMedian(routed, 'perSecond'))} with; ` +
        `CPU ${round(computeMedian(without, 'cpuMicroseconds'))} and ${round(computeMedian(routed, 'cpuMicroseconds'))} µs each, ${(100 * extraCpu).toFixed(1)} % more`,
    )
  }
}

async function printFirstVisits(): Promise<void> {
  console.log(`\nThe first visit of a link, ${firstCount} links one after the other`)
  for (const [nth, { edge }] of edges.entries()) {
    const tookMs = await measureColdVisits(edge.port, links + 1 + nth * firstCount, firstCount)
    redirects.set(edge, (redirects.get(edge) ?? 0) + firstCount)
    console.log(`${edge.name}: p50 ${round(computePercentile(tookMs, 0.5))} ms, p99 ${round(computePercentile(tookMs, 0.99))} ms`)
  }
}

/**
 * Prints the clicks of each edge. Each click that an edge reports must be in its journal exactly once. A click without
 * a received redirect belongs to a request that wrk aborted.
 */
async function printClicks(): Promise<void> {
  const rows: Record<string, object> = {}
  for (const { edge, dataFolder } of edges) {
    const accepted = await readFigure(edge, 'clicks_total{outcome="kept"}')
    await edge.stop()
    const { clicks, ids } = await countJournaledClicks(dataFolder)
    const received = redirects.get(edge) ?? 0
    if (clicks !== accepted || ids !== clicks || clicks < received) process.exitCode = 1
    rows[edge.name] = { 'redirects received': received, 'clicks accepted': accepted, 'clicks in the journal': clicks, 'different ids': ids }
  }
  console.log('\nAfter the run')
  console.table(rows)
}

async function printPipeline(): Promise<void> {
  const { perSecond, clicks, microseconds } = await measurePipeline({ title: 'pipeline', links: 1, headers: browser }, 2 * seconds)
  const total = Object.values(microseconds).reduce((sum, each) => sum + each, 0)
  const parts = Object.entries(microseconds).map(([stage, each]) => `${stage} ${each.toFixed(1)}`)
  console.log(`\nThe whole program, one hot link, a browser's headers, 64 connections: ${Math.round(perSecond)} redirects a second`)
  console.log(`CPU of each of ${clicks} clicks until it is in ClickHouse: ${total.toFixed(1)} µs (${parts.join(', ')})`)
}

function readFigure({ metricsPort }: Edge, name: string): Promise<number> {
  return readMetric(metricsPort, `linkshelf_${name}`)
}

function computeMedian(results: readonly LoadResult[], figure: keyof LoadResult): number {
  return computePercentile(
    results.map((result) => result[figure]),
    0.5,
  )
}

function round(figure: number): number {
  return Number(figure.toFixed(2))
}
