// Measures what the lookup of a visitor's country costs an edge: the memory of the process, the time to load the table,
// the delay of the event loop during the load, and the time of a lookup.
//
//   npm run bench -- country
//
// First measures the compact table that edges use, then the whole city database that the shipper uses, in the same
// process.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openCountryTable } from '../../apps/server/src/clicks/geoip/country-table.ts'
import { openGeoip } from '../../apps/server/src/clicks/geoip/geoip.ts'
import { openLog } from '../../apps/server/src/platform/process/log.ts'
import { printMachine } from '../measure.ts'

const log = openLog('bench', 'warn')
setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')
const lookups = 1_000_000
const rows: Record<string, object> = {}

printMachine({})
await sleep(500)
await measureLookup('compact table', async () => {
  const table = await openCountryTable(undefined, { log })
  await table.reduced
  return (address) => table.countryOf(address)
})
await measureLookup('city database', async () => {
  const geoip = await openGeoip(undefined, { log })
  return (address) => geoip.find(address)?.country ?? ''
})
console.table(rows)
process.exit()

async function measureLookup(name: string, open: () => Promise<(address: string) => string>): Promise<void> {
  gc()
  const before = readResidentMegabytes()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  const findCountry = await open()
  const loadedMs = performance.now() - startedAt
  delay.disable()
  gc()
  await sleep(1_000)
  const after = readResidentMegabytes()
  rows[name] = {
    'loaded ms': Math.round(loadedMs),
    'loop delay max ms': Number((delay.max / 1e6).toFixed(1)),
    'RSS MB more': after - before,
    'IPv4 µs': measureMicrosecondsEach(toIpv4, findCountry),
    'IPv6 µs': measureMicrosecondsEach(toIpv6, findCountry),
  }
}

function readResidentMegabytes(): number {
  return Math.round(process.memoryUsage.rss() / 1_048_576)
}

/**
 * Measures the time of a lookup, without the time to create the address. The addresses are spread over the whole
 * address space.
 */
function measureMicrosecondsEach(toAddress: (nth: number) => string, findCountry: (address: string) => string): number {
  let found = 0
  const makingMs = measureMs((nth) => toAddress(nth).length)
  const lookupMs = measureMs((nth) => {
    if (findCountry(toAddress(nth)) !== '') found += 1
  })
  if (found === 0) throw new Error('No address has a country')
  return Number((((lookupMs - makingMs) * 1_000) / lookups).toFixed(2))
}

function measureMs(work: (nth: number) => unknown): number {
  const startedAt = performance.now()
  for (let nth = 0; nth < lookups; nth += 1) work(nth)
  return performance.now() - startedAt
}

function toIpv4(nth: number): string {
  const bits = Math.imul(nth, 2_654_435_761) >>> 0
  return `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`
}

/** Returns an address within 2000::/3, where addresses are assigned. */
function toIpv6(nth: number): string {
  const bits = Math.imul(nth, 2_654_435_761) >>> 0
  return `2${(bits >>> 20).toString(16).padStart(3, '0')}:${((bits >>> 4) & 0xffff).toString(16)}::1`
}
