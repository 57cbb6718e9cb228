import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSegmentedCache } from './segmented-cache.ts'

it('returns a value until it is deleted', () => {
  const cache = createSegmentedCache<number>(100, 0)
  cache.set('a', 1, 1)
  expect(cache.get('a')).toBe(1)
  cache.delete('a')
  expect(cache.get('a')).toBeUndefined()
})

it('evicts the least recently used entry', () => {
  const cache = createSegmentedCache<number>(20, 0)
  cache.set('hot', 1, 1)
  for (let index = 0; index < 200; index += 1) {
    cache.set(`cold-${index}`, index, 1)
    cache.get('hot')
  }
  expect(cache.get('hot')).toBe(1)
  expect(cache.get('cold-0')).toBeUndefined()
})

it('evicts several entries for a heavy value, and does not store a value that is too heavy', () => {
  const cache = createSegmentedCache<string>(10, 0)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 2)
  cache.set('heavy', 'heavy', 7)
  expect([cache.recent(9).map(({ key }) => key), cache.weight()]).toEqual([['heavy', 'd'], 9])
  cache.set('too heavy', 'x', 11)
  cache.set('d', 'x', 11)
  expect([cache.recent(9).map(({ key }) => key), cache.weight()]).toEqual([['heavy'], 7])
})

it('does not evict protected entries for any number of keys that are set once', () => {
  const cache = createSegmentedCache<number>(100, 0.8)
  const visit = (nth: number) => cache.get(`key-${nth}`) ?? cache.set(`key-${nth}`, nth, 1)
  const hot = Array.from({ length: 90 }, (_, nth) => nth)
  for (const nth of [...hot, ...hot]) visit(nth)
  for (let nth = 1_000; nth < 50_000; nth += 1) visit(nth)
  expect(hot.filter((nth) => cache.get(`key-${nth}`) !== undefined)).toEqual(hot.slice(-80))
})

it('evicts protected entries once other keys are used again', () => {
  const cache = createSegmentedCache<number>(10, 0.8)
  const visitTwice = (key: string) => [cache.set(key, 1, 1), cache.get(key)]
  for (const key of 'abcdefgh') visitTwice(key)
  for (const key of '01234567') visitTwice(key)
  expect(cache.recent(99).map(({ key }) => key)).toEqual([...'76543210', 'h', 'g'])
})

type Step = { key: string; value: number; does: 'set' | 'get' | 'delete' | 'clear' }
type ModelEntry = { key: string; value: number; isProtected: boolean }

/**
 * Replays the steps on a plain list, whose first entry is evicted first. Returns the entries in the order of `recent`,
 * which is the opposite order.
 */
function replay(steps: readonly Step[], sizeMax: number, protectedMax: number): { key: string; value: number }[] {
  let list: ModelEntry[] = []
  for (const { key, value, does } of steps) {
    const former = list.find((entry) => entry.key === key)
    const others = list.filter((entry) => entry.key !== key)
    const [probation, protectedEntries] = [others.filter((entry) => !entry.isProtected), others.filter((entry) => entry.isProtected)]
    if (does === 'set' && former?.isProtected) list = [...probation, ...protectedEntries, { key, value, isProtected: true }]
    else if (does === 'set') list = [...probation, { key, value, isProtected: false }, ...protectedEntries].slice(-sizeMax)
    else if (does === 'get' && former) {
      const found = [...protectedEntries, { ...former, isProtected: true }]
      const beyond = found.splice(0, found.length - protectedMax).map((entry) => ({ ...entry, isProtected: false }))
      list = [...probation, ...beyond, ...found]
    } else if (does !== 'get') list = does === 'delete' ? others : []
  }
  return list.reverse().map(({ key, value }) => ({ key, value }))
}

it.each([0, 0.5, 0.75])('behaves like a simple model with a protected share of %d', (share) => {
  const does = fc.constantFrom('set', 'set', 'set', 'get', 'get', 'delete') as fc.Arbitrary<Step['does']>
  const step = fc.record({
    key: fc.integer({ min: 0, max: 30 }).map(String),
    value: fc.integer(),
    does: fc.oneof({ weight: 40, arbitrary: does }, { weight: 1, arbitrary: fc.constant('clear' as const) }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = createSegmentedCache<number>(16, share)
      for (const { key, value, does: action } of steps) {
        if (action === 'set') cache.set(key, value, 1)
        else cache[action](key)
      }
      const expected = replay(steps, 16, 16 * share)
      expect(cache.recent(100).map(({ key, value }) => ({ key, value }))).toEqual(expected)
      expect([cache.size(), cache.weight()]).toEqual([expected.length, expected.length])
      expect(cache.recent(3)).toHaveLength(Math.min(3, expected.length))
    }),
  )
})
