import type { Reader, Response } from 'maxmind'
import { readCountryCode } from './geoip-record.ts'

/**
 * Address ranges without gaps, in ascending order. Each range ends where the next range starts. For IPv6, only the
 * first 64 bits of an address are stored.
 */
export interface CountryRanges {
  /** The first 32 bits of each range's start address. */
  high: Uint32Array
  /** The next 32 bits of each range's start address. Always 0 for IPv4. */
  low: Uint32Array
  /** The two letters of each range's country code, in two bytes. 0 if the country is unknown. */
  countries: Uint16Array
}

export interface IndexedRanges extends CountryRanges {
  /** Number of ranges that start before each value of the first 16 bits. It narrows most searches to a few ranges. */
  startsBefore: Uint32Array
}

/**
 * Maximum number of times that the walk through a database visits a node, on average. If the walk exceeds the limit,
 * the database is damaged. Intact databases stay below the limit, although in some databases four paths lead to the
 * IPv4 addresses.
 */
const visitsPerNodeMax = 8

/**
 * Reads every network of a geoip database, which takes seconds. Throws if the database is damaged. `bytes` must be the
 * bytes that `reader` reads.
 */
export function readCountryRanges(bytes: Buffer, reader: Reader<Response>, family: 4 | 6): CountryRanges {
  const { nodeCount, nodeByteSize, recordSize, ipVersion } = reader.metadata
  const starts: { high: number[]; low: number[]; countries: number[] } = { high: [], low: [], countries: [] }
  const countryByPointer = new Map<number, number>()
  const depthMax = family === 4 ? 32 : 64
  let visits = 0

  function readChild(node: number, side: 0 | 1): number {
    const offset = node * nodeByteSize
    if (recordSize === 24) return bytes.readUIntBE(offset + 3 * side, 3)
    if (recordSize === 32) return bytes.readUInt32BE(offset + 4 * side)
    const middle = bytes.readUInt8(offset + 3)
    return side === 0 ? ((middle & 0xf0) << 20) | bytes.readUIntBE(offset, 3) : ((middle & 0x0f) << 24) | bytes.readUIntBE(offset + 4, 3)
  }

  function walk(node: number, depth: number, high: number, low: number): void {
    visits += 1
    if (visits > nodeCount * visitsPerNodeMax) throw new Error('The geoip database is damaged')
    if (node >= nodeCount || depth === depthMax) {
      addRange(high, low, findCountryAt(node, high, low))
      return
    }
    walk(readChild(node, 0), depth + 1, high, low)
    const bit = 2 ** (31 - (depth % 32))
    walk(readChild(node, 1), depth + 1, depth < 32 ? high + bit : high, depth < 32 ? low : low + bit)
  }

  /**
   * Returns the country of a node at the maximum depth. The node may still contain several smaller networks. They all
   * get the country of the first address.
   */
  function findCountryAt(node: number, high: number, low: number): number {
    let pointer = node
    while (pointer < nodeCount) pointer = readChild(pointer, 0)
    if (pointer === nodeCount) return 0
    const known = countryByPointer.get(pointer)
    if (known !== undefined) return known
    const country = toCode(readCountryCode(reader.get(family === 4 ? formatIpv4(high) : formatIpv6(high, low))))
    countryByPointer.set(pointer, country)
    return country
  }

  function addRange(high: number, low: number, country: number): void {
    if (starts.countries.at(-1) === country) return
    starts.high.push(high)
    starts.low.push(low)
    starts.countries.push(country)
  }

  /**
   * Returns the node at which the addresses begin. In an IPv6 database, IPv4 addresses are stored after 96 zero bits.
   */
  function findFirstNode(): number {
    let node = 0
    for (let depth = 0; family === 4 && ipVersion === 6 && depth < 96 && node < nodeCount; depth += 1) node = readChild(node, 0)
    return node
  }

  // An IPv4-only database has no ranges for IPv6, because it would read the first bits of an IPv6 address as an IPv4
  // address.
  if (family === 4 || ipVersion === 6) walk(findFirstNode(), 0, 0, 0)
  return { high: Uint32Array.from(starts.high), low: Uint32Array.from(starts.low), countries: Uint16Array.from(starts.countries) }
}

/** Returns the country of the range that contains the address; empty when unknown. */
export function findCountry({ high, low, countries, startsBefore }: IndexedRanges, addressHigh: number, addressLow: number): string {
  const prefix = addressHigh >>> 16
  let from = startsBefore[prefix] ?? 0
  let to = startsBefore[prefix + 1] ?? high.length // the first range after the address has an index in [from, to]
  while (from < to) {
    const middle = (from + to) >>> 1
    const start = high[middle] ?? 0
    if (start < addressHigh || (start === addressHigh && (low[middle] ?? 0) <= addressLow)) from = middle + 1
    else to = middle
  }
  return toCountry(countries[from - 1] ?? 0)
}

export function indexRanges(ranges: CountryRanges): IndexedRanges {
  const startsBefore = new Uint32Array(0x1_0001)
  const { high } = ranges
  let prefix = 0
  for (let nth = 0; nth < high.length; nth += 1) for (; prefix <= (high[nth] ?? 0) >>> 16; prefix += 1) startsBefore[prefix] = nth
  startsBefore.fill(high.length, prefix)
  return { ...ranges, startsBefore }
}

/** Serializes the number of ranges in 4 bytes, then each array. Uses the byte order of this machine. */
export function toBytes({ high, low, countries }: CountryRanges): Buffer {
  return Buffer.concat(
    [Uint32Array.of(countries.length), high, low, countries].map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  )
}

/**
 * Reads the ranges that `toBytes` serialized, beginning at `start`. Throws if the bytes end too early. `end` is the
 * offset after the last byte that was read.
 */
export function parseBytes(bytes: Uint8Array, start: number): { ranges: CountryRanges; end: number } {
  let end = start
  const take = (length: number): ArrayBuffer => {
    if (end + length > bytes.length) throw new RangeError('The country ranges are cut off')
    const part = new Uint8Array(length) // copied, because typed arrays need aligned memory
    part.set(bytes.subarray(end, end + length))
    end += length
    return part.buffer
  }
  const count = new Uint32Array(take(4))[0] ?? 0
  const [high, low] = [new Uint32Array(take(4 * count)), new Uint32Array(take(4 * count))]
  return { ranges: { high, low, countries: new Uint16Array(take(2 * count)) }, end }
}

function toCode(country: string): number {
  return country === '' ? 0 : country.charCodeAt(0) * 256 + country.charCodeAt(1)
}

const countryByCode = new Map([[0, '']])

/** Always returns the same string object for a country, because lookups by it are faster than by a new string. */
function toCountry(code: number): string {
  const known = countryByCode.get(code)
  if (known !== undefined) return known
  const country = String.fromCharCode(code >>> 8, code & 255)
  countryByCode.set(code, country)
  return country
}

function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')
}

function formatIpv6(high: number, low: number): string {
  return `${[high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map((group) => group.toString(16)).join(':')}::`
}
