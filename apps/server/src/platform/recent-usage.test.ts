import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRecentUsage } from './recent-usage.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('adds up the running time of all tasks of a key', () => {
  const recent = createRecentUsage({ busyMs: 1_000 })
  const ends = [recent.begin('a'), recent.begin('a'), recent.begin('b')]
  vi.advanceTimersByTime(600)
  expect([recent.isBusy('a'), recent.isBusy('b'), recent.isBusy('c')]).toEqual([true, false, false])
  for (const end of ends) end()
  vi.advanceTimersByTime(600)
  expect(recent.busyKeys()).toEqual(['a'])
})

it('halves the usage of a key each minute', () => {
  const recent = createRecentUsage({ busyMs: 1_000 })
  const end = recent.begin('a')
  vi.advanceTimersByTime(3_900)
  end()
  vi.advanceTimersByTime(60_000)
  expect(recent.isBusy('a')).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(recent.isBusy('a')).toBe(false)

  const [first] = [recent.begin('b'), recent.begin('b')]
  vi.advanceTimersByTime(600_000)
  first?.()
  vi.advanceTimersByTime(600_000)
  expect(recent.busyKeys()).toEqual(['b'])
})

it('forgets keys whose tasks ended long ago', () => {
  const recent = createRecentUsage({ busyMs: 0 })
  recent.begin('a')()
  const end = recent.begin('b')
  vi.advanceTimersByTime(5_000)
  end()
  expect(recent.busyKeys()).toEqual(['b'])
  vi.advanceTimersByTime(3_600_000)
  recent.begin('c')
  expect(recent.busyKeys()).toEqual([])
})
