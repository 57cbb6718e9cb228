import { expect, it } from 'vitest'
import { clickSpread, mapStep } from './map-steps.ts'

it.each([
  [7, { least: 7, most: 7 }, 5],
  [1, { least: 1, most: 100_000 }, 1],
  [9, { least: 1, most: 100_000 }, 1],
  [11, { least: 1, most: 100_000 }, 2],
  [1_200, { least: 1, most: 100_000 }, 4],
  [100_000, { least: 1, most: 100_000 }, 5],
  [4_000, { least: 4_000, most: 9_000_000 }, 1],
])('%i clicks in a spread of %o have the tint %i', (clicks, spread, step) => {
  expect(mapStep(clicks, spread)).toBe(step)
})

it('spreads from the fewest to the most, and over nothing where there is none', () => {
  expect(clickSpread([{ clicks: 5 }, { clicks: 2 }, { clicks: 9 }])).toEqual({ least: 2, most: 9 })
  expect(clickSpread([])).toBeUndefined()
})
