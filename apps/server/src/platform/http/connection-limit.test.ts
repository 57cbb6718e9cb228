import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createTrustedProxyList } from './client-address.ts'
import { createConnectionLimit } from './connection-limit.ts'

const trustedProxies = createTrustedProxyList(['10.0.0.0/8', 'fe80::/10'])

const aSocket = (remoteAddress: string | undefined) => Object.assign(new EventEmitter(), { remoteAddress })

it.each([
  ['an IPv4 address', '203.0.113.1', '203.0.113.1', '203.0.113.2'],
  ['an IPv4 address inside IPv6', '::ffff:203.0.113.1', '203.0.113.1', '::ffff:203.0.113.2'],
  ['an IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:3::1'],
  ['link-local addresses with zones', 'fe80::1%eth0', 'fe80::2%wlan0', '2001:db8::1%eth0'],
  ['sockets that are closed already', undefined, undefined, '203.0.113.1'],
])('limits the connections of %s, and of no other address', (_case, address, neighbour, outsider) => {
  const limit = createConnectionLimit({ perAddress: 2, trustedProxies: undefined })
  expect([address, neighbour, address, neighbour].map((remote) => limit.admit(aSocket(remote)))).toEqual([true, true, false, false])
  expect(limit.admit(aSocket(outsider))).toBe(true)
  expect(limit.rejectedCount()).toBe(2)
})

it('admits another connection when one closes', () => {
  const limit = createConnectionLimit({ perAddress: 2, trustedProxies: undefined })
  const [first, second] = [aSocket('203.0.113.1'), aSocket('203.0.113.1')]
  for (const socket of [first, second]) limit.admit(socket)
  first.emit('close')
  expect(limit.admit(aSocket('203.0.113.1'))).toBe(true)
  expect(limit.admit(aSocket('203.0.113.1'))).toBe(false)
})

it('does not count connections that it rejected', () => {
  const limit = createConnectionLimit({ perAddress: 1, trustedProxies: undefined })
  const [admitted, rejected] = [aSocket('203.0.113.1'), aSocket('203.0.113.1')]
  for (const socket of [admitted, rejected]) limit.admit(socket)
  rejected.emit('close')
  expect(limit.admit(aSocket('203.0.113.1'))).toBe(false)
})

it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1%eth0'])('has no limit for %s, a trusted proxy', (address) => {
  const limit = createConnectionLimit({ perAddress: 1, trustedProxies })
  expect([1, 2, 3].map(() => limit.admit(aSocket(address)))).toEqual([true, true, true])
})
