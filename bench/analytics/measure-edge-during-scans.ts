import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseAccounts } from '../../apps/server/src/databases/database-accounts.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { waitUntilReady } from '../../apps/server/src/platform/process/process-messages.ts'
import { browser, sendAtConstantRate } from '../constant-rate-load.ts'
import type { Measurement } from '../measure.ts'

export interface EdgeStores {
  accounts: DatabaseAccounts
  clickhouseUrl: string
}

const perSecond = 1_000
const seconds = 20
const warmUpSeconds = 3
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/** Reads every click, because neither an index nor a rollup can answer this query. */
const wholeTable = 'SELECT country, uniq(visitor) AS visitors, countIf(is_bot) AS bots, count() AS clicks FROM clicks GROUP BY country'

/**
 * Measures a thousand redirects a second from a real edge that appends clicks to a journal on disk, while the jobs
 * process ships the clicks and queries read the whole table. Each request has a scheduled time and is sent even if
 * earlier responses have not arrived. Latency is measured from the scheduled time.
 */
export async function measureEdgeDuringScans(stores: EdgeStores, slug: string): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-edge-'))
  const edge = startPart('edge', folder, stores)
  const jobs = startPart('jobs', folder, stores)
  try {
    const [port] = await Promise.all([waitUntilReady(edge), waitUntilReady(jobs)])
    const address = `http://127.0.0.1:${port}/${slug}`
    await measureRedirects(address, warmUpSeconds)
    const measured: Measurement[] = []
    for (const scans of [0, 1, 3]) measured.push(await measureDuringScans(address, stores.clickhouseUrl, scans))
    return measured
  } finally {
    await Promise.all([endPart(edge), endPart(jobs)])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function measureDuringScans(address: string, clickhouseUrl: string, atOnce: number): Promise<Measurement> {
  const clickhouse = openClickHouse(clickhouseUrl)
  const following = measureRedirects(address, seconds)
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
  return { name: atOnce === 0 ? 'no query' : `whole table, ${atOnce} at a time (${scans} scans)`, durationsMs: tookMs }
}

/** Returns the milliseconds from the scheduled time of each request to the end of its response. */
async function measureRedirects(address: string, forSeconds: number): Promise<number[]> {
  const { origin, pathname: path } = new URL(address)
  const tookMs: number[] = []
  const failures: string[] = []
  await sendAtConstantRate({
    origin,
    visit: () => ({ path, headers: { 'user-agent': browser } }),
    perSecond,
    seconds: forSeconds,
    onRedirect: (ms) => void tookMs.push(ms),
    onFailure: (what) => void failures.push(what),
  })
  if (failures.length > 0) throw new Error(`${address} answered ${failures[0]}, and ${failures.length - 1} more`)
  return tookMs
}

function startPart(part: 'edge' | 'jobs', folder: string, { accounts, clickhouseUrl }: EdgeStores): ChildProcess {
  const settings = {
    DATABASE_URL: accounts[part],
    CLICKHOUSE_URL: clickhouseUrl,
    LINKSHELF_DATA: folder,
    LINKS_PORT: '0',
    HOST: '127.0.0.1',
  }
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
