// Measures the CPU that ClickHouse needs to count clicks that arrive slowly, in three cases: nobody reads analytics, so
// the shipper collects clicks for five seconds; the shipper is always asked to collect for only half a second; or a
// dashboard is open. Afterwards every redirect must have been counted exactly once.
//
//   npm run bench -- counting [--rates 5,50,500] [--seconds 30]
//
// The cases take turns, because the speed of a machine changes within minutes. Before the first case, the bench waits
// 80 seconds, because after the start of the instance the shipper behaves as if somebody reads analytics.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { anOwnedLinkOn, countTotalClicks } from '../../harness/owned-link.ts'
import { runLinkshelf } from '../../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../../harness/run-part.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { browser, sendAtConstantRate } from '../constant-rate-load.ts'
import { printMachine } from '../measure.ts'
import { readCpuMicroseconds } from '../redirect/process-usage.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: { rates: { type: 'string', default: '5,50,500' }, seconds: { type: 'string', default: '30' } },
})
const rates = flags.rates.split(',').map(Number)
const seconds = Number(flags.seconds)
const untilUnreadMs = 80_000
/** A dashboard's stream reports new clicks at most once a second. */
const dashboardMs = 1_000

await using instance = await runLinkshelf({ TRUSTED_PROXIES: '127.0.0.1' })
const stores = await readStoreAddresses(instance)
const link = await anOwnedLinkOn(instance)
const clickhouse = openClickHouse(stores.clickhouseUrl)
const postgres = new pg.Client({ connectionString: stores.databaseAccounts.api })
await postgres.connect()
let redirected = 0

/** The cases run one after the other. Each function runs while clicks are sent. */
const kinds = {
  'nobody reads': async () => undefined,
  // Sends only the notification that a reader sends, without the reader's queries.
  'always half a second': (signal: AbortSignal) =>
    repeat(10_000, signal, () => postgres.query("select pg_notify('shipping_requested', '')")),
  'a dashboard is open': (signal: AbortSignal) => repeat(dashboardMs, signal, () => countTotalClicks(link)),
}

printMachine({})
console.log(`ClickHouse's share of a core, in percent, over ${seconds} s`)
await sleep(untilUnreadMs)
const table: Record<string, Record<string, number>> = {}
for (const [kind, read] of Object.entries(kinds)) {
  for (const perSecond of rates) {
    const row = `${perSecond} clicks a second`
    table[row] = { ...table[row], [kind]: await measureShare(perSecond, read) }
    console.error(`${row}, ${kind}: ${table[row][kind]} %`)
  }
}
console.table(table)
await printClicks()
await postgres.end()
await clickhouse.close()

async function measureShare(perSecond: number, read: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const engine = (await instance.processes()).engine ?? Number.NaN
  const ending = new AbortController()
  const reading = read(ending.signal)
  const before = readCpuMicroseconds(engine)
  await sendAtConstantRate({
    origin: instance.linksUrl.replace('localhost', '127.0.0.1'),
    visit: (nth) => ({ path: new URL(link.url).pathname, headers: { 'user-agent': browser, 'x-forwarded-for': `192.0.2.${nth % 250}` } }),
    perSecond,
    seconds,
    onRedirect() {
      redirected += 1
    },
    onFailure(what) {
      throw new Error(`A visit failed: ${what}`)
    },
  })
  const used = readCpuMicroseconds(engine) - before
  ending.abort()
  await reading
  return Number((used / seconds / 10_000).toFixed(1))
}

async function repeat(everyMs: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work()
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

async function printClicks(): Promise<void> {
  const count = async () => {
    const answer = await clickhouse.query({ query: 'SELECT toFloat64(count()) AS clicks FROM clicks', format: 'JSONEachRow' })
    return (await answer.json<{ clicks: number }>())[0]?.clicks ?? 0
  }
  const counted = await untilSettled(count, 6_000)
  console.log(`${redirected} redirects, ${counted} clicks in ClickHouse`)
  if (counted !== redirected) process.exitCode = 1
}
