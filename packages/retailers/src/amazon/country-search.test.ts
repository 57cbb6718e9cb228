import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeRandomRuns } from '../../../../harness/vitest/random-cases.ts'
import { countrySearches } from '../index.ts'

const { toTerms } = countrySearches.amazon

it.each([
  ['Brass desk lamp', 'Brass desk lamp'],
  ['Amazon.com: Brass Desk Lamp, 40 cm : Tools & Home Improvement', 'Brass Desk Lamp 40 cm Tools Home Improvement'],
  ['Brass Desk Lamp : Amazon.co.uk: Lighting', 'Brass Desk Lamp'],
  ['Amazon.de : Leselampe | Messing', 'Leselampe Messing'],
  ['ランプ 真鍮', 'ランプ 真鍮'],
  ['one two three four five six seven eight nine ten eleven', 'one two three four five six seven eight nine ten'],
  ['Amazon.com', undefined],
  ['Amazon.com. Spend less. Smile more.', undefined],
  ['Robot Check', undefined],
  ['Sorry! Something went wrong!', undefined],
  [' - ', undefined],
  ['', undefined],
])('makes of %j a search for %j', (title, terms) => {
  expect(toTerms(title)).toBe(terms)
})

it('has at most ten words and a hundred characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (title) => {
      const terms = toTerms(title) ?? ''
      expect(terms.length).toBeLessThanOrEqual(100)
      expect(terms.split(' ').length).toBeLessThanOrEqual(10)
    }),
    { numRuns: computeRandomRuns(100) },
  )
})
