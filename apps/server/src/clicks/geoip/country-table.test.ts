import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { Reader } from 'maxmind'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeGeoipFile, writeGeoipFile } from '../../../test/builders/write-geoip-file.ts'
import { silentLog } from '../../platform/process/log.ts'
import { findCountry, indexRanges, parseBytes, readCountryRanges, toBytes } from './country-ranges.ts'
import { type CountryTable, openCountryTable, parseIpv4Bits, parseIpv6Bits } from './country-table.ts'
import { readCountryCode } from './geoip-record.ts'

const networks = [
  { network: '203.0.113.0/24', country: 'DE' },
  { network: '198.51.100.7/32', country: 'NZ' },
  { network: '2001:db8::/32', country: 'FR' },
  { network: '2001:db9:0:1::/64', country: 'PT' },
]

let folder: string
let file: string
const opened: CountryTable[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countries-'))
  file = join(folder, 'networks.mmdb')
})
afterEach(async () => {
  for (const table of opened.splice(0)) table.close()
  await rm(folder, { recursive: true })
})

async function open(everyMs = 60_000): Promise<CountryTable> {
  const table = await openCountryTable(file, { log: silentLog, everyMs })
  opened.push(table)
  return table
}

const expected: [string, string][] = [
  ['203.0.113.0', 'DE'],
  ['203.0.113.255', 'DE'],
  ['203.0.112.255', ''],
  ['203.0.114.0', ''],
  ['198.51.100.7', 'NZ'],
  ['198.51.100.8', ''],
  ['2001:db8::1', 'FR'],
  ['2001:db8:ffff:ffff:1:2:3:4', 'FR'],
  ['2001:db9:0:1::9', 'PT'],
  ['2001:db9:0:2::', ''],
  ['::1', ''],
  ['fe80::1%eth0', ''],
  ['0.0.0.0', ''],
  ['255.255.255.255', ''],
  ['unknown', ''],
  ['', ''],
]

it('finds the same countries in the database and in the table that is computed from it', async () => {
  await writeGeoipFile(file, networks)
  const table = await open()
  const inDatabase = expected.map(([address]) => [address, table.countryOf(address)])
  await table.reduced
  expect(inDatabase).toEqual(expected)
  expect(expected.map(([address]) => [address, table.countryOf(address)])).toEqual(expected)
})

it('finds no IPv6 address in an IPv4 database', async () => {
  await writeGeoipFile(file, [{ network: '32.0.0.0/8', country: 'DE' }], { ipVersion: 4 })
  const table = await open()
  await table.reduced
  expect([table.countryOf('32.1.2.3'), table.countryOf('2001:db8::1')]).toEqual(['DE', ''])
})

it('reads the file again after it was replaced', async () => {
  await writeGeoipFile(file, networks)
  const table = await open(20)
  await table.reduced
  await writeGeoipFile(`${file}.new`, [{ network: '203.0.113.0/24', country: 'PT' }])
  await rename(`${file}.new`, file)
  await expect.poll(() => table.countryOf('203.0.113.9')).toBe('PT')
})

it('continues with the countries in memory if the new file is damaged', async () => {
  await writeGeoipFile(file, networks)
  const warnings: unknown[] = []
  const table = await openCountryTable(file, {
    log: { ...silentLog, warn: (...words: unknown[]) => void warnings.push(words) } as typeof silentLog,
    everyMs: 20,
  })
  opened.push(table)
  await table.reduced
  // The file is replaced in one step. If a poll saw an empty file, it would log a second warning.
  await writeFile(`${file}.new`, 'no database')
  await rename(`${file}.new`, file)
  await expect.poll(() => warnings.length).toBe(1)
  expect(table.countryOf('203.0.113.9')).toBe('DE')
})

it('rejects when there is no file', async () => {
  await expect(open()).rejects.toThrow('GEOIP_DB')
})

it('finds the same country as the database reader for any IPv4 address, even after a round trip through bytes', () => {
  const bytes = encodeGeoipFile([
    { network: '0.0.0.0/4', country: 'US' },
    { network: '16.0.0.0/8', country: 'US' },
    { network: '17.128.0.0/9', country: 'FR' },
    ...networks,
  ])
  const reader = new Reader(bytes)
  const ranges = indexRanges(parseBytes(toBytes(readCountryRanges(bytes, reader, 4)), 0).ranges)
  const byte = fc.oneof(fc.constantFrom(0, 15, 16, 17, 113, 127, 128, 198, 203, 255), fc.nat(255))
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const country = readCountryCode(reader.get(`${a}.${b}.${c}.${d}`))
      expect(findCountry(ranges, ((a * 256 + b) * 256 + c) * 256 + d, 0)).toBe(country)
    }),
    { numRuns: 2_000 },
  )
})

it('throws if ranges are cut off', () => {
  const bytes = encodeGeoipFile(networks)
  const written = toBytes(readCountryRanges(bytes, new Reader(bytes), 4))
  expect(() => parseBytes(written.subarray(0, -1), 0)).toThrow('cut off')
})

it('parses any IPv4 address and no other text', () => {
  const number = fc.oneof(fc.nat(255).map(String), fc.constantFrom('', '0', '00', '01', '255', '256', '1000', 'a', '-1', ' 1', '1 ', '１'))
  fc.assert(
    fc.property(fc.array(number, { minLength: 3, maxLength: 5 }), (parts) => {
      const text = parts.join('.')
      const bits = isIPv4(text) ? parts.reduce((sum, part) => sum * 256 + Number(part), 0) : undefined
      expect(parseIpv4Bits(text)).toBe(bits)
    }),
    { numRuns: 2_000 },
  )
  expect(['', '.', '1.2.3.4.', '.1.2.3.4', '1.2.3.4 ', '::1', '::ffff:1.2.3.4'].map(parseIpv4Bits)).toEqual(Array(7).fill(undefined))
})

it('parses the first 64 bits of an IPv6 address in any notation', () => {
  const group = fc.oneof(
    fc.constant('0'),
    fc.nat(0xffff).map((value) => value.toString(16)),
  )
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })
  const shortened = fc.tuple(groups, fc.nat(8), fc.nat(8)).map(([all, from, length]) => {
    const to = Math.min(8, from + length)
    return from === to ? all.join(':') : `${all.slice(0, from).join(':')}::${all.slice(to).join(':')}`
  })
  const dotted = shortened.map((text) => text.replace(/[0-9a-f]+:[0-9a-f]+$/, '192.0.2.1'))
  fc.assert(
    fc.property(fc.oneof(shortened, dotted), fc.boolean(), (text, isUpperCase) => {
      fc.pre(isIPv6(text))
      const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(text).parts
      expect(parseIpv6Bits(isUpperCase ? text.toUpperCase() : text)).toEqual([first * 65_536 + second, third * 65_536 + fourth])
    }),
    { numRuns: 3_000 },
  )
})

it('ignores the zone of an IPv6 address', () => {
  expect(['fe80::1%eth0', 'fe80::%eth0.1', '1::2:3:4%a:b'].map(parseIpv6Bits)).toEqual([
    [0xfe80_0000, 0],
    [0xfe80_0000, 0],
    [0x1_0000, 0],
  ])
})
