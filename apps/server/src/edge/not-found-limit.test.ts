import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotFoundLimit } from './not-found-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const countAddresses = (limit: ReturnType<typeof createNotFoundLimit>, addresses: string[]) =>
  addresses.map((address) => limit.count(address))

it.each([
  ['an IPv4 address', ['203.0.113.1', '::ffff:203.0.113.1', '203.0.113.1'], '203.0.113.1', '203.0.113.2'],
  ['an IPv6 /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2::'], '2001:db8:1:2:3::', '2001:db8:1:3::1'],
])('counts the not-found visits of %s together and separately from other addresses', (_network, addresses, neighbour, outsider) => {
  const limit = createNotFoundLimit(3)
  countAddresses(limit, addresses.slice(1))
  expect(limit.isOver(neighbour)).toBe(false)
  countAddresses(limit, addresses.slice(0, 1))
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

it('counts an empty address separately', () => {
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

it('counts all link-local addresses together, whatever the interface', () => {
  const limit = createNotFoundLimit(1)
  limit.count('fe80::1%eth0')
  expect(limit.isOver('fe80::2%wlan0')).toBe(true)
})

it('neither resets, evicts nor increases a count, however many other addresses are counted', () => {
  const limit = createNotFoundLimit(20)
  for (let count = 0; count < 20; count += 1) limit.count('203.0.113.1')
  for (let nth = 0; nth < 60_000; nth += 1) limit.count(`2001:db8:${(nth >> 16).toString(16)}:${(nth & 0xffff).toString(16)}::1`)
  expect(limit.isOver('203.0.113.1')).toBe(true)
  expect(limit.isOver('203.0.113.2')).toBe(false)
})
