import { open, type Reader, type Response } from 'maxmind'

/** A table of places as it lies on the disk. */
export interface GeoipFile {
  /** Nothing when the address is not in it, or in a part of it that can't be read. */
  recordOf(address: string, family: number): unknown
  source: { name: string; madeAt: Date }
}

/** Throws when the file is not there, or not the whole of a MaxMind database. */
export async function readGeoipFile(file: string): Promise<GeoipFile> {
  const reader = await open(file)
  const { metadata } = reader
  for (const address of probes) reader.get(address)
  return {
    source: { name: metadata.databaseType, madeAt: metadata.buildEpoch },
    recordOf(address, family) {
      // A table of IPv4 alone would take the first bits of an IPv6 address for one.
      return family === metadata.ipVersion || family === 4 ? readRecord(reader, address) : undefined
    },
  }
}

/** From all over: what is torn in the middle shows itself at the start rather than at a click. */
const probes = Array.from({ length: 224 }, (_, first) => `${first}.1.1.1`)

/** A place is not worth a click: where the table is harmed, nothing is known. */
function readRecord(reader: Reader<Response>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    return undefined
  }
}
