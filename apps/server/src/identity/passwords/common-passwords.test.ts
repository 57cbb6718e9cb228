import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createBloomFilter, isInBloomFilter } from './bloom-filter.ts'
import { isCommonPassword } from './common-passwords.ts'

it('has at least 100,000 passwords in its filter', () => {
  const filter = readFileSync(new URL('common-passwords.bloom', import.meta.url))
  const ones = filter.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)

  // Swamidass and Baldi: estimates the number of added texts from the number of set bits, with 13 positions for each
  // text.
  const bits = filter.length * 8
  const estimate = (-bits / 13) * Math.log(1 - ones / bits)

  expect(estimate).toBeGreaterThan(100_000)
})

// These passwords have the ranks 1, 1,387, 25,459, 25,584 and 132,535 in the list.
it.each(['123456', 'mustang1', 'otters', 'herons', 'thebigone'])('contains %s', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(['Otters!', 'OTTERS2026', 'otters1999!', 'otters_77', 'Linkshelf2026'])(
  'rejects %s, a common password with an ending',
  (password) => {
    expect(isCommonPassword(password)).toBe(true)
  },
)

it('finds every text that was added to a filter, and almost no other text', () => {
  const texts = new Set(Array.from({ length: 10_000 }, (_, nth) => `added ${nth}`))
  const filter = createBloomFilter(texts)

  const others = Array.from({ length: 10_000 }, (_, nth) => `other ${nth}`)

  expect([...texts].filter((text) => !isInBloomFilter(filter, text))).toEqual([])
  expect(others.filter((text) => isInBloomFilter(filter, text)).length).toBeLessThan(10)
})
