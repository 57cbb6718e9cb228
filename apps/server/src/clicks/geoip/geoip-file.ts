import { readFile, stat } from 'node:fs/promises'
import { open, type Reader, type Response } from 'maxmind'
import type { Log } from '../../platform/process/log.ts'
import { readCountryRanges } from './country-ranges.ts'
import { readCountryCode } from './geoip-record.ts'

export interface GeoipFile {
  /**
   * Returns the record of an address. Undefined if the database does not contain the address, or is damaged at this
   * address.
   */
  findRecord(address: string, family: number): unknown
  source: { name: string; madeAt: Date }
}

/**
 * Opens a geoip database. Throws if the file is missing, is not a complete MaxMind database, or has no countries. For
 * example, a database of network owners has no countries.
 */
export async function openGeoipFile(file: string): Promise<GeoipFile> {
  const reader = await open(file)
  const { metadata } = reader
  const records = [...probes.map((address) => reader.get(address)), ...probesOfIPv6.map((address) => readRecord(reader, address))]
  const hasCountry = records.some((record) => readCountryCode(record) !== '') || (await hasCountries(file, reader))
  if (!hasCountry) throw new Error('it has no countries')
  return {
    source: { name: metadata.databaseType, madeAt: metadata.buildEpoch },
    findRecord(address, family) {
      // In an IPv4-only database, no IPv6 address is searched, because the database would read its first bits as an
      // IPv4 address.
      return family === metadata.ipVersion || family === 4 ? readRecord(reader, address) : undefined
    },
  }
}

/**
 * Addresses that are spread over the whole tree, so that a truncated file fails when it is opened, and not later at a
 * click.
 */
const probes = Array.from({ length: 224 }, (_, first) => `${first}.1.1.1`)

/** Addresses to try in a database that has only IPv6. */
const probesOfIPv6 = Array.from({ length: 128 }, (_, nth) => `${(0x2400 + 16 * nth).toString(16)}:1::`)

/**
 * Returns whether the database has countries. Reads the whole file, which takes seconds, because a small database may
 * contain none of the probed addresses. Returns true if the database is damaged, because the damaged records may have
 * had countries.
 */
async function hasCountries(file: string, reader: Reader<Response>): Promise<boolean> {
  const bytes = await readFile(file)
  try {
    return ([4, 6] as const).some((family) => readCountryRanges(bytes, reader, family).countries.some((country) => country !== 0))
  } catch {
    return true
  }
}

/**
 * Returns the record of the address. Undefined if the record is damaged, so that the click is still recorded, with an
 * unknown location.
 */
function readRecord(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    return undefined
  }
}

interface WatchedGeoipFile {
  /** Returns the newest version of the file that could be read. */
  current(): GeoipFile
  close(): void
}

/**
 * Checks every `pollMs` milliseconds whether the file was replaced. A new file is opened only if its stamp (inode, size
 * and modification time) is the same in two polls, so that no half-written file is read. If the new file can't be read,
 * this is logged once, and the old file stays in use. Rejects if the first file can't be read.
 */
export async function watchGeoipFile(file: string, log: Log, pollMs: number): Promise<WatchedGeoipFile> {
  let triedStamp = await readFileStamp(file)
  let lastStamp = triedStamp
  let current = await openGeoipFile(file)
  let isClosed = false
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => void poll(), pollMs).unref()
  }

  async function poll(): Promise<void> {
    const stamp = await readFileStamp(file)
    const isSettled = stamp === lastStamp
    lastStamp = stamp
    if (isSettled && stamp !== triedStamp) {
      triedStamp = stamp
      await reload()
    }
    if (!isClosed) timer = schedule()
  }

  async function reload(): Promise<void> {
    try {
      current = await openGeoipFile(file)
      log.info({ file, ...current.source }, 'Reloaded the geoip file')
    } catch (error) {
      log.warn({ file, err: error }, "The new geoip file can't be read; the old one stays in use")
    }
  }

  return {
    current: () => current,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Returns a text that changes when the file is replaced or written to. */
async function readFileStamp(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'missing'
  }
}
