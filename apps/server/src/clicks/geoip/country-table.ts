// Finds the country of an IP address while a visitor waits. Uses the same geoip database as the enrichment of clicks.
//
// The whole city database loads within 0.1 s, so even the first visitor gets an answer. A separate process then reduces
// the database to country ranges, which takes seconds. Afterwards, the database is dropped from memory, and a table of
// a few megabytes remains (`npm run bench -- country`).
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Log } from '../../platform/process/log.ts'
import { findCountry, type IndexedRanges, indexRanges, parseBytes } from './country-ranges.ts'
import { openGeoip, resolveBundledGeoipFile } from './geoip.ts'

export interface CountryTable {
  /** Returns the country code of ISO 3166-1 (two capital letters), or an empty string if the country is unknown. */
  countryOf(address: string): string
  /** Resolves when the city database was dropped from memory, or stays there because the reduction failed. */
  reduced: Promise<void>
  close(): void
}

interface CountryTableOptions {
  log: Log
  /** How often to check whether the file was replaced. */
  everyMs?: number
}

/**
 * Loads the table from the file, and reloads it when the file is replaced. If `file` is undefined, uses the bundled
 * databases. Rejects if the file can't be read.
 */
export async function openCountryTable(file: string | undefined, { log, everyMs = 60_000 }: CountryTableOptions): Promise<CountryTable> {
  const files = file === undefined ? ([resolveBundledGeoipFile(4), resolveBundledGeoipFile(6)] as const) : ([file, file] as const)
  const stopping = new AbortController()
  let stamp = await readFileStamp(files[0])
  let finder = await openDatabaseFinder(file, log)
  const reduced = reduce()
  const timer = setInterval(() => void reduceIfReplaced(), everyMs).unref()

  async function reduce(): Promise<void> {
    try {
      const lookUpCountry = await reduceToRanges(files, stopping.signal)
      finder.close()
      finder = { countryOf: lookUpCountry, close: () => undefined }
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'Reading the countries of the geoip database failed; the one in memory stays in use')
    }
  }

  async function reduceIfReplaced(): Promise<void> {
    const current = await readFileStamp(files[0])
    if (current === stamp) return
    stamp = current
    await reduce()
  }

  return {
    countryOf: (address) => finder.countryOf(address),
    reduced,
    close() {
      stopping.abort()
      clearInterval(timer)
      finder.close()
    },
  }
}

interface CountryFinder {
  countryOf(address: string): string
  close(): void
}

async function openDatabaseFinder(file: string | undefined, log: Log): Promise<CountryFinder> {
  const geoip = await openGeoip(file, { log })
  return { countryOf: (address) => geoip.find(address)?.country ?? '', close: () => geoip.close() }
}

const program = fileURLToPath(new URL('write-country-ranges.ts', import.meta.url))
const run = promisify(execFile)

async function reduceToRanges(files: readonly [string, string], signal: AbortSignal): Promise<CountryFinder['countryOf']> {
  const { stdout } = await run(process.execPath, [program, ...files], { encoding: 'buffer', maxBuffer: 256 * 1_048_576, signal })
  const ipv4 = parseBytes(stdout, 0)
  const ipv6 = parseBytes(stdout, ipv4.end)
  const [indexed4, indexed6] = [indexRanges(ipv4.ranges), indexRanges(ipv6.ranges)]
  return (address) => findCountryInRanges(indexed4, indexed6, address)
}

function findCountryInRanges(ipv4: IndexedRanges, ipv6: IndexedRanges, address: string): string {
  const bits = parseIpv4Bits(address)
  if (bits !== undefined) return findCountry(ipv4, bits, 0)
  return isIPv6(address) ? findCountry(ipv6, ...parseIpv6Bits(address)) : ''
}

async function readFileStamp(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined)
  return `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`
}

// The functions below parse addresses into numbers. They create no strings, because a visitor is waiting.

const dot = 0x2e
const colon = 0x3a
const percent = 0x25

/**
 * Returns an IPv4 address as a 32-bit number. Undefined if the text is not an IPv4 address in decimal, or has leading
 * zeros.
 */
export function parseIpv4Bits(address: string): number | undefined {
  let bits = 0
  let byte = 0
  let digits = 0
  let dots = 0
  for (let at = 0; at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (code === dot) {
      if (digits === 0 || dots === 3) return undefined
      bits = bits * 256 + byte
      dots += 1
      byte = 0
      digits = 0
    } else {
      const digit = code - 0x30
      if (digit < 0 || digit > 9 || (digits > 0 && byte === 0)) return undefined
      byte = byte * 10 + digit
      digits += 1
      if (byte > 255) return undefined
    }
  }
  return dots === 3 && digits > 0 ? bits * 256 + byte : undefined
}

/**
 * Returns the first 64 bits of an IPv6 address as two 32-bit numbers. A zone (`%eth0`) or a dotted ending
 * (`::192.0.2.1`) never belongs to these bits.
 */
export function parseIpv6Bits(address: string): [high: number, low: number] {
  let high = 0
  let low = 0
  let group = 0
  let count = 0
  function addGroup(): void {
    if (count < 2) high = high * 65_536 + group
    else low = low * 65_536 + group
    group = 0
    count += 1
  }
  for (let at = 0; count < 4 && at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (code !== colon) {
      group = group * 16 + parseHexDigit(code)
      continue
    }
    if (at > 0) addGroup()
    if (address.charCodeAt(at + 1) !== colon) continue
    at += 1 // two colons replace the missing groups, which are all zero
    for (let zeros = 8 - count - countGroups(address, at + 1); zeros > 0 && count < 4; zeros -= 1) addGroup()
  }
  return [high, low]
}

function parseHexDigit(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57
}

/**
 * Returns the number of 16-bit groups from index `from` to the end of the address. A dotted ending counts as two
 * groups.
 */
function countGroups(address: string, from: number): number {
  if (from === address.length) return 0
  let count = 1
  for (let at = from; at < address.length && address.charCodeAt(at) !== percent; at += 1) {
    const code = address.charCodeAt(at)
    if (code === colon) count += 1
    if (code === dot) return count + 1
  }
  return count
}
