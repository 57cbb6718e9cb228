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

it('makes room for something heavy, and for nothing that would never fit', () => {
  const cache = makeBoundedCache<string>(10)
  for (const key of ['a', 'b', 'c', 'd']) cache.put(key, key, 2)
  cache.put('heavy', 'heavy', 7)
  expect([cache.latest(9).map(({ key }) => key), cache.weight()]).toEqual([['heavy', 'd'], 9])
  cache.put('too heavy', 'x', 11)
  cache.put('d', 'x', 11)
  expect([cache.latest(9).map(({ key }) => key), cache.weight()]).toEqual([['heavy'], 7])
})

it('loses nothing that is found again to any number of keys that are put once, up to its share', () => {
  const cache = makeBoundedCache<number>(100, 0.8)
  const visit = (nth: number) => cache.find(`key-${nth}`) ?? cache.put(`key-${nth}`, nth, 1)
  const hot = Array.from({ length: 90 }, (_, nth) => nth)
  for (const nth of [...hot, ...hot]) visit(nth)
  for (let nth = 1_000; nth < 50_000; nth += 1) visit(nth)
  expect(hot.filter((nth) => cache.find(`key-${nth}`) !== undefined)).toEqual(hot.slice(-80))
})

it('lets go of what was proven once other keys are found again', () => {
  const cache = makeBoundedCache<number>(10, 0.8)
  const visitTwice = (key: string) => [cache.put(key, 1, 1), cache.find(key)]
  for (const key of 'abcdefgh') visitTwice(key)
  for (const key of '01234567') visitTwice(key)
  expect(cache.latest(99).map(({ key }) => key)).toEqual([...'76543210', 'h', 'g'])
})

type Step = { key: string; value: number; does: 'put' | 'find' | 'forget' | 'clear' }
type Kept = { key: string; value: number; isProven: boolean }

/** The same in the plainest way: a list, what goes first at its beginning. */
function replay(steps: readonly Step[], most: number, provenMost: number): { key: string; value: number }[] {
  let list: Kept[] = []
  for (const { key, value, does } of steps) {
    const held = list.find((entry) => entry.key === key)
    const others = list.filter((entry) => entry.key !== key)
    const [untried, proven] = [others.filter((entry) => !entry.isProven), others.filter((entry) => entry.isProven)]
    if (does === 'put' && held?.isProven) list = [...untried, ...proven, { key, value, isProven: true }]
    else if (does === 'put') list = [...untried, { key, value, isProven: false }, ...proven].slice(-most)
    else if (does === 'find' && held) {
      const found = [...proven, { ...held, isProven: true }]
      const beyond = found.splice(0, found.length - provenMost).map((entry) => ({ ...entry, isProven: false }))
      list = [...untried, ...beyond, ...found]
    } else if (does !== 'find') list = does === 'forget' ? others : []
  }
  return list.reverse().map(({ key, value }) => ({ key, value }))
}

it.each([0, 0.5, 0.75])('holds at any time exactly those that go last, with a share of %d for what is found again', (share) => {
  const does = fc.constantFrom('put', 'put', 'put', 'find', 'find', 'forget') as fc.Arbitrary<Step['does']>
  const step = fc.record({
    key: fc.integer({ min: 0, max: 30 }).map(String),
    value: fc.integer(),
    does: fc.oneof({ weight: 40, arbitrary: does }, { weight: 1, arbitrary: fc.constant('clear' as const) }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const cache = makeBoundedCache<number>(16, share)
      for (const { key, value, does: what } of steps) {
        if (what === 'put') cache.put(key, value, 1)
        else cache[what](key)
      }
      const expected = replay(steps, 16, 16 * share)
      expect(cache.latest(100).map(({ key, value }) => ({ key, value }))).toEqual(expected)
      expect([cache.count(), cache.weight()]).toEqual([expected.length, expected.length])
      expect(cache.latest(3)).toHaveLength(Math.min(3, expected.length))
    }),
  )
})
