// Writes small geoip files in MaxMind's format, https://maxmind.github.io/MaxMind-DB/: a binary tree over the bits of
// an address, 16 empty bytes, the records, a marker, and the metadata. Only the parts of the format that tests need are
// implemented: records are never shared, and numbers have at most four bytes.
import { writeFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

export interface GeoipNetwork {
  /** An IPv4 or IPv6 network in CIDR notation, for example 203.0.113.0/24. Networks must not overlap. */
  network: string
  country: string
  subdivision?: string
  city?: string
}

export interface GeoipFileOptions {
  /** The provider whose field names are used. */
  layout?: 'maxmind' | 'ip-location-db'
  /** If 4, the file contains only IPv4 networks. */
  ipVersion?: 4 | 6
  madeAt?: Date
}

/** Overwrites the file with one write. */
export async function writeGeoipFile(path: string, networks: readonly GeoipNetwork[], options: GeoipFileOptions = {}): Promise<void> {
  await writeFile(path, encodeGeoipFile(networks, options))
}

export function encodeGeoipFile(
  networks: readonly GeoipNetwork[],
  { layout = 'maxmind', ipVersion = 6, madeAt = new Date() }: GeoipFileOptions = {},
): Buffer {
  const root: Branch = [undefined, undefined]
  const records: Buffer[] = []
  let dataBytes = 0
  for (const network of networks) {
    insert(root, toBits(network.network, ipVersion), dataBytes)
    const record = encode(layout === 'maxmind' ? toMaxmindRecord(network) : toFlatRecord(network))
    records.push(record)
    dataBytes += record.length
  }
  const tree = encodeTree(root)
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor(madeAt.getTime() / 1_000),
    database_type: layout === 'maxmind' ? 'GeoLite2-City' : 'ip-location-db',
    description: { en: 'Made for a test' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: tree.nodeCount,
    record_size: 24,
  })
  return Buffer.concat([tree.bytes, Buffer.alloc(16), ...records, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata])
}

function toMaxmindRecord({ country, subdivision, city }: GeoipNetwork): Value {
  return {
    ...(city !== undefined && { city: { geoname_id: 1, names: { de: `${city} (de)`, en: city } } }),
    country: { iso_code: country, names: { en: `Country ${country}` } },
    ...(subdivision !== undefined && { subdivisions: [{ iso_code: 'XX', names: { en: subdivision } }] }),
    traits: { is_anonymous_proxy: false },
  }
}

function toFlatRecord({ country, subdivision = '', city = '' }: GeoipNetwork): Value {
  return { city, country_code: country, state1: subdivision }
}

// The tree

/** The branches for a 0 bit and a 1 bit. Each is the next node, the offset of a record in the data, or undefined. */
type Branch = [Branch | number | undefined, Branch | number | undefined]

function insert(root: Branch, bits: readonly (0 | 1)[], record: number): void {
  let branch = root
  for (const bit of bits.slice(0, -1)) {
    const next = branch[bit] ?? [undefined, undefined]
    if (typeof next === 'number') throw new Error('Networks overlap')
    branch[bit] = next
    branch = next
  }
  const last = bits.at(-1)
  if (last === undefined || branch[last] !== undefined) throw new Error('Networks overlap')
  branch[last] = record
}

/**
 * Each node has two values of three bytes. A value below the node count is a node's number. A value equal to the node
 * count means "not found". A higher value is the sum of the node count, 16 and an offset in the data.
 */
function encodeTree(root: Branch): { bytes: Buffer; nodeCount: number } {
  const nodes: Branch[] = [root]
  const numbers = new Map<Branch, number>([[root, 0]])
  for (const node of nodes) {
    for (const side of node) if (Array.isArray(side)) numbers.set(side, nodes.push(side) - 1)
  }
  const bytes = Buffer.alloc(nodes.length * 6)
  for (const [at, node] of nodes.entries()) {
    for (const [which, side] of node.entries()) {
      const value = typeof side === 'number' ? nodes.length + 16 + side : side === undefined ? nodes.length : (numbers.get(side) ?? 0)
      bytes.writeUIntBE(value, at * 6 + which * 3, 3)
    }
  }
  return { bytes, nodeCount: nodes.length }
}

/** Returns the bits of a network. In an IPv6 tree, IPv4 addresses begin with 96 bits of 0. */
function toBits(network: string, ipVersion: 4 | 6): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/')
  const isV4 = isIPv4(address)
  if (!isV4 && ipVersion === 4) throw new Error('An IPv6 network in an IPv4 file')
  const bits = (isV4 ? parseV4(address) : parseV6(address)).flatMap((byte) => [...byte.toString(2).padStart(8, '0')])
  const front = isV4 && ipVersion === 6 ? Array<string>(96).fill('0') : []
  return [...front, ...bits.slice(0, Number(length))].map((bit) => (bit === '1' ? 1 : 0))
}

function parseV4(address: string): number[] {
  return address.split('.').map(Number)
}

function parseV6(address: string): number[] {
  const [front = [], back = []] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back].map((group) => Number.parseInt(group, 16))
  return groups.flatMap((group) => [group >> 8, group & 0xff])
}

// The data. A value begins with a byte that has its type (upper three bits) and size (lower five bits). If the type is
// above 7, these three bits are 0 and a second byte has the type minus 7.

type Value = string | number | boolean | Value[] | { [key: string]: Value }

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([encodeHead(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return Buffer.concat([encodeHead(6, 4), Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])])
  if (typeof value === 'boolean') return encodeHead(14, value ? 1 : 0)
  if (Array.isArray(value)) return Buffer.concat([encodeHead(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([encodeHead(7, entries.length), ...entries.flatMap(([key, field]) => [encode(key), encode(field)])])
}

function encodeHead(type: number, size: number): Buffer {
  if (size > 284) throw new Error('Too long for a test')
  const [short, rest] = size < 29 ? [size, []] : [29, [size - 29]]
  return Buffer.from(type > 7 ? [short, type - 7, ...rest] : [(type << 5) | short, ...rest])
}
