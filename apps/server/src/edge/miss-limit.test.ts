import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeMissLimit } from './miss-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const countAll = (limit: ReturnType<typeof makeMissLimit>, addresses: string[]) => addresses.map((address) => limit.count(address))

it.each([
  ['an IPv4 /24', ['203.0.113.1', '203.0.113.200', '203.0.113.77'], '203.0.113.9', '203.0.114.1'],
  ['an IPv6 /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2::'], '2001:db8:1:2:3::', '2001:db8:1:3::1'],
])('counts the misses of %s together, and no others', (_network, addresses, neighbour, stranger) => {
  const limit = makeMissLimit(3)
  countAll(limit, addresses.slice(1))
  expect(limit.isOver(neighbour)).toBe(false)
  countAll(limit, addresses.slice(0, 1))
  expect(limit.isOver(neighbour)).toBe(true)
  expect(limit.isOver(stranger)).toBe(false)
})

it('lets them try again after a minute', () => {
  const limit = makeMissLimit(1)
  limit.count('203.0.113.1')
  expect(limit.isOver('203.0.113.1')).toBe(true)
  vi.advanceTimersByTime(60_001)
  expect(limit.isOver('203.0.113.1')).toBe(false)
})

it('takes an address it can not read as a network of its own', () => {
  const limit = makeMissLimit(1)
  limit.count('')
  expect(limit.isOver('')).toBe(true)
  expect(limit.isOver('203.0.113.1')).toBe(false)
})

it('calls ten times as many a flood', () => {
  const limit = makeMissLimit(2)
  for (let miss = 0; miss < 19; miss += 1) limit.count('203.0.113.1')
  expect(limit.isFlood('203.0.113.1')).toBe(false)
  limit.count('203.0.113.2')
  expect(limit.isFlood('203.0.113.1')).toBe(true)
})
