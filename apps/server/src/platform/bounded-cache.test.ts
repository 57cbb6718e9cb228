import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeBoundedCache } from './bounded-cache.ts'

it('finds what was put, until it is forgotten', () => {
  const cache = makeBoundedCache<number>(100)
  cache.put('a', 1, 1)
  expect(cache.find('a')).toBe(1)
  cache.forget('a')
  expect(cache.find('a')).toBeUndefined()
})

it('keeps what is asked for and drops what is not', () => {
  const cache = makeBoundedCache<number>(20)
  cache.put('hot', 1, 1)
  for (let index = 0; index < 200; index += 1) {
    cache.put(`cold-${index}`, index, 1)
    cache.find('hot')
  }
  expect(cache.find('hot')).toBe(1)
  expect(cache.find('cold-0')).toBeUndefined()
})

it('never holds more than its weight, and never an old value', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 30 }).map(String), value: fc.integer(), isForgotten: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = makeBoundedCache<number>(16)
      const latest = new Map<string, number>()
      for (const { key, value, isForgotten } of steps) {
        if (isForgotten) {
          cache.forget(key)
          latest.delete(key)
        } else {
          cache.put(key, value, 1)
          latest.set(key, value)
        }
        expect(cache.count()).toBeLessThanOrEqual(17)
        for (const asked of ['0', '7', key]) expect([undefined, latest.get(asked)]).toContain(cache.find(asked))
      }
    }),
  )
})
