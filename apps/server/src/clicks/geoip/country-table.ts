// Countries of addresses, from the geoip database that also describes clicks, for use while a visitor waits.
//
// The whole city database is read within 0.1 s, so the first visitor gets an answer. Meanwhile a process of its own
// reduces it to ranges of countries, which takes seconds; then the database is dropped, and a table of some megabytes
// is left (`npm run bench -- country`).
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Log } from '../../platform/process/log.ts'
import { ipv4Bits, ipv6Bits } from './address-bits.ts'
import { findCountry, fromBytes, type IndexedRanges, indexRanges } from './country-ranges.ts'
import { bundledGeoipFile, openGeoip } from './geoip.ts'

export interface CountryTable {
  /** ISO 3166-1, two capital letters; empty when unknown. */
  countryOf(address: string): string
  /** Resolves when the city database is no longer needed, or has to stay because it could not be reduced. */
  reduced: Promise<void>
  close(): void
}

export interface CountryTableOptions {
  log: Log
  /** How often to check whether the file was replaced. */
  everyMs?: number
}

/**
 * Loads the table from the file, and again after it was replaced; from the bundled databases when undefined. Rejects
 * when it can't be read.
 */
export async function openCountryTable(file: string | undefined, { log, everyMs = 60_000 }: CountryTableOptions): Promise<CountryTable> {
  const files = file === undefined ? ([bundledGeoipFile(4), bundledGeoipFile(6)] as const) : ([file, file] as const)
  const stopping = new AbortController()
  let stamp = await stampOf(files[0])
  let findIn = await findInDatabase(file, log)
  const reduced = reduce()
  const timer = setInterval(() => void reduceIfReplaced(), everyMs).unref()

  async function reduce(): Promise<void> {
    try {
      const countryOf = await findInRanges(files, stopping.signal)
      findIn.close()
      findIn = { countryOf, close: () => undefined }
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'Reading the countries of the geoip database failed; the one in memory stays in use')
    }
  }

  async function reduceIfReplaced(): Promise<void> {
    const current = await stampOf(files[0])
    if (current === stamp) return
    stamp = current
    await reduce()
  }

  return {
    countryOf: (address) => findIn.countryOf(address),
    reduced,
    close() {
      stopping.abort()
      clearInterval(timer)
      findIn.close()
    },
  }
}

interface CountryFinder {
  countryOf(address: string): string
  close(): void
}

async function findInDatabase(file: string | undefined, log: Log): Promise<CountryFinder> {
  const geoip = await openGeoip(file, { log })
  return { countryOf: (address) => geoip.find(address)?.country ?? '', close: () => geoip.close() }
}

const program = fileURLToPath(new URL('write-country-ranges.ts', import.meta.url))
const run = promisify(execFile)

async function findInRanges(files: readonly [string, string], signal: AbortSignal): Promise<CountryFinder['countryOf']> {
  const { stdout } = await run(process.execPath, [program, ...files], { encoding: 'buffer', maxBuffer: 256 * 1_048_576, signal })
  const ipv4 = fromBytes(stdout, 0)
  const ipv6 = fromBytes(stdout, ipv4.end)
  const [indexed4, indexed6] = [indexRanges(ipv4.ranges), indexRanges(ipv6.ranges)]
  return (address) => findInBoth(indexed4, indexed6, address)
}

function findInBoth(ipv4: IndexedRanges, ipv6: IndexedRanges, address: string): string {
  const bits = ipv4Bits(address)
  if (bits !== undefined) return findCountry(ipv4, bits, 0)
  return isIPv6(address) ? findCountry(ipv6, ...ipv6Bits(address)) : ''
}

async function stampOf(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined)
  return `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`
}
