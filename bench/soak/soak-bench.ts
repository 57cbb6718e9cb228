// Measures if the latency and memory of the whole program stay constant under a steady rate of visits. Every minute,
// prints latency, the lag of the shipper and the memory of each process. At the end, prints how fast memory grew, and
// if each acknowledged visit is in ClickHouse exactly once.
//
//   npm run bench -- soak [--minutes 30] [--rate 5000] [--warm-up 5]
//
// Latency starts at the scheduled time of a request. "sent late" is the part that the client causes: if it is large,
// the client was too slow, not the edge. "lag" is the age of the newest click in ClickHouse. Ctrl-C ends the run early
// and prints the figures so far.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { anOwnedLinkOn, type OwnedLink } from '../../harness/owned-link.ts'
import { runLinkshelf } from '../../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../../harness/run-part.ts'
import { untilSettled } from '../../harness/until-settled.ts'
import { browser, sendAtConstantRate } from '../constant-rate-load.ts'
import { printMachine } from '../measure.ts'
import { measureMemory } from './process-memory.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '5000' },
    // The warm-up lasts this many minutes. Memory growth during the warm-up is not a leak.
    'warm-up': { type: 'string', default: '5' },
  },
})
const minutes = Number(flags.minutes)
const perSecond = Number(flags.rate)
const warmUpMinutes = Math.min(Number(flags['warm-up']), minutes / 2)
/** The link limit of the Free plan. */
const linkCount = 10
const sampleMs = 10_000

interface Sample {
  minute: number
  megabytes: Record<string, number>
}

const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())

await using instance = await runLinkshelf({ TRUSTED_PROXIES: '127.0.0.1' })
const clickhouse = openClickHouse((await readStoreAddresses(instance)).clickhouseUrl)
const paths = await createLinks(await anOwnedLinkOn(instance))

let [redirected, failed] = [0, 0]
let failures: Record<string, number> = {}
let [latencies, delays] = [createHistogram(), createHistogram()]
const samples: Sample[] = []
const startedAt = performance.now()

printMachine({})
console.log(
  `${perSecond} visits a second of ${linkCount} links for ${minutes} minutes; resident megabytes; p50, p99 and "sent late" in milliseconds`,
)
const clientBefore = process.cpuUsage()
const visiting = sendAtConstantRate({
  origin: instance.linksUrl.replace('localhost', '127.0.0.1'),
  visit: (nth) => ({ path: paths[nth % paths.length] ?? '/', headers: { 'user-agent': browser, 'x-forwarded-for': toAddress(nth) } }),
  perSecond,
  seconds: minutes * 60,
  signal: stopping.signal,
  onRedirect(tookMs, lateMs) {
    redirected += 1
    record(latencies, tookMs)
    record(delays, lateMs)
  },
  onFailure(what) {
    failed += 1
    failures[what] = (failures[what] ?? 0) + 1
  },
})
const watching = watchMemory()
await visiting
printClient(process.cpuUsage(clientBefore), performance.now() - startedAt)
stopping.abort()
await watching
await printEnd()
await clickhouse.close()

/** Takes a sample every ten seconds and prints a line every minute. */
async function watchMemory(): Promise<void> {
  while (!stopping.signal.aborted) {
    await sleep(sampleMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    const minute = (performance.now() - startedAt) / 60_000
    const sample = { minute, megabytes: await measureMemory(instance) }
    samples.push(sample)
    if (samples.length % (60_000 / sampleMs) === 0) await printMinute(sample)
  }
}

async function printMinute({ minute, megabytes }: Sample): Promise<void> {
  const [tookMs, lateMs, failuresSoFar] = [latencies, delays, failures]
  ;[latencies, delays, failures] = [createHistogram(), createHistogram(), {}]
  const memory = Object.entries(megabytes).map(([part, size]) => `${part} ${size.toFixed(0)}`)
  const times = [50, 99].map((share) => `p${share} ${formatMsAt(tookMs, share)}`)
  const errors = Object.entries(failuresSoFar).map(([what, count]) => `${what} × ${count}`)
  console.log(
    [
      `${minute.toFixed(0).padStart(3)} min`,
      `${tookMs.count} redirected`,
      ...times,
      `sent late p99 ${formatMsAt(lateMs, 99)}`,
      `lag ${await measureLagMs()} ms`,
      ...memory,
      `errors ${errors.join(', ') || 'none'}`,
    ].join(' | '),
  )
}

async function printEnd(): Promise<void> {
  const stored = await untilSettled(() => queryNumber(clickhouse, 'SELECT toFloat64(count()) AS answer FROM clicks'), 6_000)
  const distinct = await queryNumber(clickhouse, 'SELECT toFloat64(uniqExact(id)) AS answer FROM clicks')
  console.log(`\n${redirected} redirected, ${failed} failed, ${stored} clicks in ClickHouse, ${distinct} different ids`)
  // If the response to a visit was lost, the visit can be recorded nevertheless.
  const isExact = stored === distinct && stored >= redirected && stored <= redirected + failed
  console.log(isExact ? 'Each acknowledged visit was recorded once.' : 'NOT each acknowledged visit was recorded once.')
  if (!isExact) process.exitCode = 1

  const steady = samples.filter(({ minute }) => minute >= warmUpMinutes)
  console.log(`\nMemory from minute ${warmUpMinutes} on, ${steady.length} samples`)
  console.table(
    Object.fromEntries(
      Object.keys(steady[0]?.megabytes ?? {}).map((part) => {
        const sizes = steady.map(({ minute, megabytes }) => [minute / 60, megabytes[part] ?? 0] as const)
        return [part, { 'MB at the end': Math.round(sizes.at(-1)?.[1] ?? 0), 'MB more an hour': Number(computeSlope(sizes).toFixed(1)) }]
      }),
    ),
  )
}

function printClient({ user, system }: NodeJS.CpuUsage, elapsedMs: number): void {
  console.log(`The client used ${((user + system) / elapsedMs / 10).toFixed(0)} % of a core`)
}

async function createLinks(owned: OwnedLink): Promise<string[]> {
  const urls = [owned.url]
  while (urls.length < linkCount) {
    const link = await owned.api.links.create({ params: owned.params, body: { target: `https://shop.example/${urls.length}` } })
    urls.push(link.url)
  }
  return urls.map((url) => new URL(url).pathname)
}

/** Returns one of a million addresses that are spread over the IPv4 address space. */
function toAddress(nth: number): string {
  const mixed = Math.imul(nth % 1_000_000, 2_654_435_761) >>> 0
  return `${1 + ((mixed >>> 24) % 222)}.${(mixed >>> 16) & 255}.${(mixed >>> 8) & 255}.${mixed & 255}`
}

async function measureLagMs(): Promise<number> {
  const newest = await queryNumber(clickhouse, 'SELECT toFloat64(toUnixTimestamp64Milli(max(at))) AS answer FROM clicks')
  return Date.now() - newest
}

async function queryNumber(client: ClickHouse, query: string): Promise<number> {
  const answer = await client.query({ query, format: 'JSONEachRow' })
  return (await answer.json<{ answer: number }>())[0]?.answer ?? Number.NaN
}

/** Records a duration in microseconds. Shorter durations are recorded as 1, because a histogram can't contain 0. */
function record(times: RecordableHistogram, ms: number): void {
  times.record(Math.max(1, Math.round(ms * 1_000)))
}

function formatMsAt(times: RecordableHistogram, share: number): string {
  return (times.percentile(share) / 1_000).toFixed(1)
}

/** Returns the slope of the least-squares line. */
function computeSlope(points: readonly (readonly [number, number])[]): number {
  const computeMean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [meanX, meanY] = [computeMean(0), computeMean(1)]
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
