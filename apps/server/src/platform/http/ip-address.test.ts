import { isIP } from 'node:net'
import { assert, constantFrom, ipV6, option, property } from 'fast-check'
import { expect, it } from 'vitest'
import { addressGroup, isInBlockList, parseAddress, toBlockList } from './ip-address.ts'

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
  expect(addressGroup(address)).toBe(group)
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

it('parses and groups whatever Node calls an IPv6 address', () => {
  assert(
    property(ipV6(), option(constantFrom('eth0', 'enp0s3.5', '12', 'a%b')), (address, zone) => {
      expect(isIP(parseAddress(zone === null ? address : `${address}%${zone}`) ?? '')).not.toBe(0)
      expect(addressGroup(address)).toMatch(/^([\da-f]{1,4}:){4}:\/64$|^[\d.]+$/)
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
