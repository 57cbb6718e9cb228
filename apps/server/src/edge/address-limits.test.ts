import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trustedProxyList } from '../platform/http/client-address.ts'
import { createConnectionLimit, createNotFoundLimit } from './address-limits.ts'

const trustedProxies = trustedProxyList(['10.0.0.0/8', 'fe80::/10'])

const aSocket = (remoteAddress: string | undefined) => Object.assign(new EventEmitter(), { remoteAddress })

it.each([
  ['an IPv4 address', '203.0.113.1', '203.0.113.1', '203.0.113.2'],
  ['an IPv4 address inside IPv6', '::ffff:203.0.113.1', '203.0.113.1', '::ffff:203.0.113.2'],
  ['an IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:3::1'],
  ['link-local addresses with zones', 'fe80::1%eth0', 'fe80::2%wlan0', '2001:db8::1%eth0'],
  ['sockets that are closed already', undefined, undefined, '203.0.113.1'],
])('limits the connections of %s, and of no others', (_case, address, neighbour, outsider) => {
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

it('counts no connection that it did not admit', () => {
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const countAll = (limit: ReturnType<typeof createNotFoundLimit>, addresses: string[]) => addresses.map((address) => limit.count(address))

it.each([
  ['an IPv4 address', ['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1'], '203.0.113.1', '203.0.113.2'],
  ['an IPv6 /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2::'], '2001:db8:1:2:3::', '2001:db8:1:3::1'],
])('counts the not-found visits of %s together, and no others', (_network, addresses, neighbour, outsider) => {
  const limit = createNotFoundLimit(3)
  countAll(limit, addresses.slice(1))
  expect(limit.isOver(neighbour)).toBe(false)
  countAll(limit, addresses.slice(0, 1))
  expect(limit.isOver(neighbour)).toBe(true)
  expect(limit.isOver(outsider)).toBe(false)
})

it('starts at zero after a minute', () => {
  const limit = createNotFoundLimit(1)
  limit.count('203.0.113.1')
  expect(limit.isOver('203.0.113.1')).toBe(true)
  vi.advanceTimersByTime(60_001)
  expect(limit.isOver('203.0.113.1')).toBe(false)
})

it('counts an empty address apart', () => {
  const limit = createNotFoundLimit(1)
  limit.count('')
  expect(limit.isOver('')).toBe(true)
  expect(limit.isOver('203.0.113.1')).toBe(false)
})

it('reports a flood at ten times the limit', () => {
  const limit = createNotFoundLimit(2)
  for (let count = 0; count < 19; count += 1) limit.count('203.0.113.1')
  expect(limit.isFlood('203.0.113.1')).toBe(false)
  limit.count('203.0.113.1')
  expect(limit.isFlood('203.0.113.1')).toBe(true)
})

it.each(['fe80::1%eth0', '::ffff:203.0.113.1', 'fe80::1%', 'unknown', '999.1.1.1', '[::1]', ':::', '2001:db8::%25%', '\0'])(
  'counts %j without throwing',
  (address) => {
    const limit = createNotFoundLimit(1)
    limit.count(address)
    expect(limit.isOver(address)).toBe(true)
  },
)

it('counts link-local addresses of all interfaces together', () => {
  const limit = createNotFoundLimit(1)
  limit.count('fe80::1%eth0')
  expect(limit.isOver('fe80::2%wlan0')).toBe(true)
})

it('neither resets nor evicts a count, nor adds to one, however many other addresses are counted', () => {
  const limit = createNotFoundLimit(20)
  for (let count = 0; count < 20; count += 1) limit.count('203.0.113.1')
  for (let nth = 0; nth < 60_000; nth += 1) limit.count(`2001:db8:${(nth >> 16).toString(16)}:${(nth & 0xffff).toString(16)}::1`)
  expect(limit.isOver('203.0.113.1')).toBe(true)
  expect(limit.isOver('203.0.113.2')).toBe(false)
})
