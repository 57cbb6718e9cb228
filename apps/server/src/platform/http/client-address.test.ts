import { isIP } from 'node:net'
import { assert, constantFrom, ipV6, option, property } from 'fast-check'
import { expect, it } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { createTrustedProxyList, findClientAddress, isInBlockList, parseAddress, toAddressGroup, toBlockList } from './client-address.ts'

const proxies = createTrustedProxyList(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7'])

it.each([
  ['no proxy in between', '203.0.113.5', undefined, '203.0.113.5'],
  ['a client that sends the header itself', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['one trusted proxy', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a forged entry in front of the real one', '10.1.2.3', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a chain of trusted proxies', '10.1.2.3', '203.0.113.5, 192.0.2.7, 10.9.9.9', '203.0.113.5'],
  ['a trusted proxy named by the client', '10.1.2.3', '10.9.9.9, 203.0.113.5', '203.0.113.5'],
  ['only trusted proxies', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ['an entry that is no address', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['an empty header', '10.1.2.3', '', '10.1.2.3'],
  ['a port behind the address', '10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
  ['brackets and a port', '10.1.2.3', '[2001:db8::5]:4711', '2001:db8::5'],
  ['IPv4 addresses inside IPv6', '::ffff:10.1.2.3', '::ffff:203.0.113.5', '203.0.113.5'],
  ['IPv4 addresses inside IPv6, in hexadecimal', '::ffff:a01:203', '::ffff:cb00:7105', '203.0.113.5'],
  ['an address with a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['an address with an odd zone', 'fe80::1%enp0s3.5', undefined, 'fe80::1'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '2001:db8::5', '2001:db8::5'],
  ['a closed socket', undefined, '203.0.113.5', '0.0.0.0'],
])('finds the client address behind %s', (_case, remote, forwarded, expected) => {
  expect(findClientAddress(remote, forwarded, proxies)).toBe(expected)
})

it('ignores the header when no proxy is trusted', () => {
  expect(findClientAddress('127.0.0.1', '203.0.113.5', createTrustedProxyList([]))).toBe('127.0.0.1')
})

it.each(['nonsense', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/', '::/129', 'fe80::1%eth0', ''])('rejects %j as a trusted proxy', (entry) => {
  expect(() => createTrustedProxyList([entry])).toThrow(StartError)
})

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('groups %s as %s', (address, group) => {
  expect(toAddressGroup(address)).toBe(group)
})

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::FFFF:203.0.113.5', '203.0.113.5'],
  ['2001:0DB8::0005', '2001:db8::5'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1.2.3.4', '1.2.3.4'],
  ['0x7f.1', undefined],
  ['2130706433', undefined],
  ['203.0.113', undefined],
  ['203.0.113.5/32', undefined],
  ['', undefined],
])('parses %j as %j', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

it('parses and groups every address that Node accepts as IPv6', () => {
  assert(
    property(ipV6(), option(constantFrom('eth0', 'enp0s3.5', '12', 'a%b')), (address, zone) => {
      expect(isIP(parseAddress(zone === null ? address : `${address}%${zone}`) ?? '')).not.toBe(0)
      expect(toAddressGroup(address)).toMatch(/^([\da-f]{1,4}:){4}:\/64$|^[\d.]+$/)
    }),
  )
})

it('finds addresses in ranges of both families', () => {
  const list = toBlockList(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
  expect(['10.1.2.3', '2001:db8::5', '192.0.2.7', '192.0.2.8', '2001:db9::5'].map((address) => isInBlockList(address, list))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(() => toBlockList(['10.0.0.0/8', 'shop.example'])).toThrow('"shop.example" is neither')
})
