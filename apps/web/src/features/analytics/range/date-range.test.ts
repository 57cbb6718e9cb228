import { expect, it } from 'vitest'
import { addDays, countDays, isDay, lastDays, previousRange, startOfMonth } from './date-range.ts'

it('counts both ends', () => {
  expect(countDays({ from: '2025-11-30', to: '2025-11-30' })).toBe(1)
  expect(countDays({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
})

it('adds days across months, years and daylight saving', () => {
  expect(addDays('2025-03-29', 2)).toBe('2025-03-31')
  expect(addDays('2025-01-01', -1)).toBe('2024-12-31')
})

it('returns the last days up to today', () => {
  expect(lastDays(30, '2025-11-30')).toEqual({ from: '2025-11-01', to: '2025-11-30' })
})

it('returns the previous range of the same length', () => {
  expect(previousRange({ from: '2025-11-01', to: '2025-11-30' })).toEqual({ from: '2025-10-02', to: '2025-10-31' })
})

it('returns the first day of a month, also across years', () => {
  expect([startOfMonth('2025-01-31'), startOfMonth('2025-01-31', -1)]).toEqual(['2025-01-01', '2024-12-01'])
})

it.each([
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2025-13-01', false],
  ['tomorrow', false],
  [null, false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
