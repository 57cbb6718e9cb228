import { open, type Reader, type Response } from 'maxmind'

/** An open geoip database. */
export interface GeoipFile {
  /** Undefined when the address is not in it, or in a damaged part of it. */
  findRecord(address: string, family: number): unknown
  source: { name: string; madeAt: Date }
}

/** Throws when the file is missing, or not a complete MaxMind database. */
export async function openGeoipFile(file: string): Promise<GeoipFile> {
  const reader = await open(file)
  const { metadata } = reader
  for (const address of probes) reader.get(address)
  return {
    source: { name: metadata.databaseType, madeAt: metadata.buildEpoch },
    findRecord(address, family) {
      // An IPv4-only database would look up the first bits of an IPv6 address as an IPv4 one.
      return family === metadata.ipVersion || family === 4 ? readRecord(reader, address) : undefined
    },
  }
}

/** Spread over the whole tree, so that a truncated file fails at open rather than at a click. */
const probes = Array.from({ length: 224 }, (_, first) => `${first}.1.1.1`)

/** A damaged record leaves the location unknown; the click is recorded all the same. */
function readRecord(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    return undefined
  }
}
