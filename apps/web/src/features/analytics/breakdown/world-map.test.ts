import { expect, it } from 'vitest'
import { computeClickRange, computeMapStep } from './world-map.tsx'

it.each([
  [7, { min: 7, max: 7 }, 5],
  [1, { min: 1, max: 100_000 }, 1],
  [9, { min: 1, max: 100_000 }, 1],
  [11, { min: 1, max: 100_000 }, 2],
  [1_200, { min: 1, max: 100_000 }, 4],
  [100_000, { min: 1, max: 100_000 }, 5],
  [4_000, { min: 4_000, max: 9_000_000 }, 1],
])('%i clicks in a range of %o have the color %i', (clicks, range, step) => {
  expect(computeMapStep(clicks, range)).toBe(step)
})

it('returns the minimum and the maximum of the clicks, and undefined without rows', () => {
  expect(computeClickRange([{ clicks: 5 }, { clicks: 2 }, { clicks: 9 }])).toEqual({ min: 2, max: 9 })
  expect(computeClickRange([])).toBeUndefined()
})
