import { expect, it } from 'vitest'
import { addDays } from './clock.ts'

it.each([
  ['2026-02-27', 3, '2026-03-02'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-31', 1, '2027-01-01'],
])('adds days to %s across the end of a month: %i', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})
