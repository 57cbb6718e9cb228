import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse.ts'
import { untilReady } from '../../apps/server/src/platform/process-messages.ts'
import type { Measured } from '../measure.ts'

export interface EdgeStores {
  databaseUrl: string
  clickhouseUrl: string
}

const perSecond = 1_000
const seconds = 20
const warmUpSeconds = 3
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** Reads every click there is; no index or sum can answer it. */
const wholeTable = 'SELECT country, uniq(visitor) AS visitors, countIf(is_bot) AS bots, count() AS clicks FROM clicks GROUP BY country'

/**
 * A thousand redirects a second from a real edge that keeps clicks on disk, while the jobs process ships them and questions read the whole table. Each
 * request has its time, whether or not the answers before it have come; how long it took is counted from that time.
 */
export async function measureEdgeBesideScans(stores: EdgeStores, slug: string): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-edge-'))
  const edge = startPart('edge', folder, stores)
  const jobs = startPart('jobs', folder, stores)
  try {
    const [port] = await Promise.all([untilReady(edge), untilReady(jobs)])
    const address = `http://127.0.0.1:${port}/${slug}`
    await followSteadily(address, warmUpSeconds)
    const measured: Measured[] = []
    for (const scans of [0, 1, 3]) measured.push(await besideScans(address, stores.clickhouseUrl, scans))
    return measured
  } finally {
    await Promise.all([endPart(edge), endPart(jobs)])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function besideScans(address: string, clickhouseUrl: string, atOnce: number): Promise<Measured> {
  const clickhouse = openClickHouse(clickhouseUrl)
  const following = followSteadily(address, seconds)
  let isOver = false
  let scans = 0
  const scanAgain = async () => {
    while (!isOver) {
      await (await clickhouse.query({ query: wholeTable, clickhouse_settings: { max_threads: 2 } })).text()
      scans += 1
    }
  }
  const scanning = Array.from({ length: atOnce }, scanAgain)
  const tookMs = await following
  isOver = true
  await Promise.all(scanning)
  await clickhouse.close()
  return { what: atOnce === 0 ? 'no question' : `whole table, ${atOnce} at a time (${scans} scans)`, tookMs }
}

async function followSteadily(address: string, forSeconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const startedAt = performance.now()
  const answers: Promise<number>[] = []
  while (answers.length < perSecond * forSeconds) {
    const due = startedAt + (answers.length * 1_000) / perSecond
    if (performance.now() < due) await sleep(1)
    else answers.push(follow(address, agent, due))
  }
  const tookMs = await Promise.all(answers)
  agent.destroy()
  return tookMs
}

function follow(address: string, agent: Agent, due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(address, { agent, headers: { 'user-agent': browser } }, (response) => {
      response.resume()
      if (response.statusCode === 302) response.once('end', () => resolve(performance.now() - due))
      else reject(new Error(`${address} answered ${response.statusCode}`))
    })
    asking.once('error', reject)
    asking.end()
  })
}

function startPart(part: string, folder: string, { databaseUrl, clickhouseUrl }: EdgeStores): ChildProcess {
  const settings = { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl, LINKSHELF_DATA: folder, LINKS_PORT: '0', HOST: '127.0.0.1' }
  return spawn(process.execPath, [main, part], {
    env: { ...process.env, ...settings, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function endPart(part: ChildProcess): Promise<void> {
  if (part.exitCode !== null || part.signalCode !== null) return
  const gone = once(part, 'exit')
  part.kill('SIGTERM')
  await gone
}
