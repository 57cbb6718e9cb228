import { expect, it } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { addressGroup, clientAddress, trustedProxyList } from './client-address.ts'

const proxies = trustedProxyList(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.7'])

it.each([
  ['no proxy in between', '203.0.113.5', undefined, '203.0.113.5'],
  ['a visitor who claims an address without a proxy', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['one trusted proxy', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
  ['a forged entry in front of the real one', '10.1.2.3', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a chain of trusted proxies', '10.1.2.3', '203.0.113.5, 192.0.2.7, 10.9.9.9', '203.0.113.5'],
  ['a trusted proxy named by a visitor', '10.1.2.3', '10.9.9.9, 203.0.113.5', '203.0.113.5'],
  ['nothing but trusted proxies', '10.1.2.3', '10.9.9.9', '10.9.9.9'],
  ['an entry that is no address', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['an empty header', '10.1.2.3', '', '10.1.2.3'],
  ['a port behind the address', '10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
  ['brackets and a port', '10.1.2.3', '[2001:db8::5]:4711', '2001:db8::5'],
  ['an IPv4 address in its IPv6 coat', '::ffff:10.1.2.3', '::ffff:203.0.113.5', '203.0.113.5'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '2001:db8::5', '2001:db8::5'],
  ['a socket that is already gone', undefined, '203.0.113.5', '0.0.0.0'],
])('knows the visitor behind %s', (_case, remote, forwarded, expected) => {
  expect(clientAddress(remote, forwarded, proxies)).toBe(expected)
})

it('believes no header when no proxy is trusted', () => {
  expect(clientAddress('127.0.0.1', '203.0.113.5', trustedProxyList([]))).toBe('127.0.0.1')
})

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('counts %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

it.each(['nonsense', '10.0.0.0/33', '10.0.0.0/x', '::/129', ''])('refuses %j as a trusted proxy', (entry) => {
  expect(() => trustedProxyList([entry])).toThrow(StartError)
})
