// What a redirect costs on one core: nginx, plain node:http and the edge under the same client, in turns, since no machine is equally fast for minutes.
//
//   npm run bench -- redirect [--only hot,browser,one,many,first] [--rounds 5] [--seconds 5] [--links 100000]
//
// The server has core 0 to itself; wrk, PostgreSQL and this script share core 1. Afterwards every click that was accepted must be in the journal.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile, printMachine } from '../measure.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { fillLinks } from './fill-links.ts'
import { firstVisits } from './first-visits.ts'
import { keptInJournal } from './kept-in-journal.ts'
import { connections, type Load, type Pressed, press } from './press.ts'
import { memoryMegabytes } from './process-use.ts'
import { type Server, startEdge, startNginx, startPlainNode } from './servers.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    links: { type: 'string', default: '100000' },
  },
})
const [rounds, seconds, links] = [Number(given.rounds), Number(given.seconds), Number(given.links)]
const wants = (part: string) => given.only === undefined || given.only.split(',').includes(part)
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
  hot: { what: 'one hot link', links: 1, headers: {} },
  browser: { what: "one hot link, a browser's headers", links: 1, headers: browser },
  // The client takes its time to choose among links, so one link is asked for in the same way beside them.
  one: { what: 'one link, chosen like those of the next table', links: 1, isChosen: true, headers: {} },
  many: { what: `${links.toLocaleString('en')} links at random`, links, isChosen: true, headers: {} },
}

if (!isInstalled('wrk', '-v')) {
  console.error('This bench asks with wrk: apt-get install nginx-light wrk')
  process.exit(1)
}
printMachine({ wrk: programVersion('wrk', '-v'), nginx: programVersion('nginx', '-v') })
const pinned = spawnSync('taskset', ['-acp', '1', String(process.pid)])
if (pinned.status !== 0) throw new Error(`No core of its own for the client: ${pinned.stderr}`)

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-redirect-'))
await using postgres = await openBenchPostgres()
await fillLinks(postgres.url, links + 2 * firstCount)
const edges: { edge: Server; dataFolder: string }[] = []
for (const durability of ['process', 'disk'] as const) {
  const dataFolder = join(folder, durability)
  edges.push({ edge: await startEdge(`edge, ${durability}`, postgres.url, dataFolder, durability), dataFolder })
}
const others = [await startPlainNode('node:http'), ...(await nginxes())]
/** Redirects that a client saw, by who answered. */
const seen = new Map<Server, number>()

console.log(`${rounds} rounds of ${seconds} s, ${connections} connections`)
for (const [name, load] of Object.entries(loads)) if (wants(name)) await printRates(load)
if (wants('first')) await printFirstVisits()
for (const server of others) await server.stop()
await printClicks()
await rm(folder, { recursive: true, force: true })

async function nginxes(): Promise<Server[]> {
  if (isInstalled('nginx', '-v'))
    return [await startNginx('nginx, access log', folder, 'on'), await startNginx('nginx, no log', folder, 'off')]
  console.error('Without nginx in the table: apt-get install nginx-light')
  return []
}

function programVersion(program: string, option: string): string {
  const { stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8' })
  return /\d+\.[\d.]+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown'
}

function isInstalled(program: string, harmless: string): boolean {
  return spawnSync(program, [harmless]).error === undefined
}

/** The median of all rounds; a round asks every server once, so that a slow minute is slow for all of them. */
async function printRates(load: Load): Promise<void> {
  const servers = [...others, ...edges.map(({ edge }) => edge)]
  const measured = new Map<Server, Pressed[]>(servers.map((server) => [server, []]))
  for (const server of servers) note(server, await press(server, load, 2)) // until code is hot
  for (const { edge } of edges) {
    for (let tries = 0; tries < 15 && (await healthOf(edge)).links.known < 0.99 * load.links; tries += 1)
      note(edge, await press(edge, load, 2))
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) measured.get(server)?.push(note(server, await press(server, load, seconds)))
  }
  const rates = [...measured].map(([server, tries]) => ({ server, perSecond: median(tries, 'perSecond'), tries }))
  const yardstick = rates.find(({ server }) => server.what === 'nginx, access log')?.perSecond ?? Number.NaN
  console.log(`\n${load.what}`)
  console.table(
    Object.fromEntries(
      rates.map(({ server, perSecond, tries }) => [
        server.what,
        {
          'requests/s': Math.round(perSecond),
          'of nginx with log': rounded(perSecond / yardstick),
          'p50 ms': rounded(median(tries, 'p50Ms')),
          'p99 ms': rounded(median(tries, 'p99Ms')),
          'CPU µs each': rounded(median(tries, 'cpuMicroseconds')),
          'memory MB': memoryMegabytes(server.pid),
        },
      ]),
    ),
  )
}

function note(server: Server, pressed: Pressed): Pressed {
  seen.set(server, (seen.get(server) ?? 0) + pressed.requests)
  return pressed
}

async function printFirstVisits(): Promise<void> {
  console.log(`\nThe first visit of a link, ${firstCount} links one after the other`)
  for (const [nth, { edge }] of edges.entries()) {
    const tookMs = await firstVisits(edge.port, links + 1 + nth * firstCount, firstCount)
    seen.set(edge, (seen.get(edge) ?? 0) + firstCount)
    console.log(`${edge.what}: p50 ${rounded(percentile(tookMs, 0.5))} ms, p99 ${rounded(percentile(tookMs, 0.99))} ms`)
  }
}

/** What the edge says it kept must be in its journal, each click once; a click that no redirect was seen of is of a visitor whom wrk hung up on. */
async function printClicks(): Promise<void> {
  const rows: Record<string, object> = {}
  for (const { edge, dataFolder } of edges) {
    const accepted = (await healthOf(edge)).journal.kept
    await edge.stop()
    const { clicks, ids } = await keptInJournal(dataFolder)
    const redirects = seen.get(edge) ?? 0
    if (clicks !== accepted || ids !== clicks || clicks < redirects) process.exitCode = 1
    rows[edge.what] = { 'redirects seen': redirects, 'clicks accepted': accepted, 'clicks in the journal': clicks, 'different ids': ids }
  }
  console.log('\nAfter the run')
  console.table(rows)
}

async function healthOf({ port }: Server): Promise<{ journal: { kept: number }; links: { known: number } }> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  return (await answer.json()) as { journal: { kept: number }; links: { known: number } }
}

function median(tries: readonly Pressed[], figure: keyof Pressed): number {
  return percentile(
    tries.map((pressed) => pressed[figure]),
    0.5,
  )
}

function rounded(figure: number): number {
  return Number(figure.toFixed(2))
}
