import { describe, expect, it } from 'vitest'
import {
  addDays,
  countDays,
  createLastDaysRange,
  isDay,
  listRangePresets,
  selectRange,
  toPreviousRange,
  toStartOfMonth,
} from './date-range.ts'

it('counts the first and the last day', () => {
  expect(countDays({ from: '2025-11-30', to: '2025-11-30' })).toBe(1)
  expect(countDays({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
})

it('adds days across months, years and daylight saving', () => {
  expect(addDays('2025-03-29', 2)).toBe('2025-03-31')
  expect(addDays('2025-01-01', -1)).toBe('2024-12-31')
})

it('returns the last days up to today', () => {
  expect(createLastDaysRange(30, '2025-11-30')).toEqual({ from: '2025-11-01', to: '2025-11-30' })
})

it('returns the previous range of the same length', () => {
  expect(toPreviousRange({ from: '2025-11-01', to: '2025-11-30' })).toEqual({ from: '2025-10-02', to: '2025-10-31' })
})

it('returns the first day of a month, also across years', () => {
  expect([toStartOfMonth('2025-01-31'), toStartOfMonth('2025-01-31', -1)]).toEqual(['2025-01-01', '2024-12-01'])
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

const today = '2025-11-30'
const presets = listRangePresets(30, today)

function selectBySearch(search: string) {
  const { name, range } = selectRange(new URLSearchParams(search), presets, today)
  return [name, range.from, range.to]
}

describe('listRangePresets', () => {
  it('replaces the preset that has the length of the window', () => {
    expect(presets.map(({ label }) => label)).toEqual([
      'Today',
      'Last 2 days',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 12 months',
      'This month',
      'Last month',
    ])
    expect(listRangePresets(14, today).map(({ label }) => label)).toContain('Last 14 days')
  })

  it.each([
    ['2025-11-30', '2024-12-01'],
    ['2024-02-29', '2023-03-01'],
  ])('ends the twelve months on %s, and starts them on %s', (day, from) => {
    expect(listRangePresets(30, day).find(({ name }) => name === '12m')?.range).toEqual({ from, to: day })
  })
})

describe('selectRange', () => {
  it.each([
    ['', ['', '2025-11-01', '2025-11-30']],
    ['range=1d', ['1d', '2025-11-30', '2025-11-30']],
    ['range=7d', ['7d', '2025-11-24', '2025-11-30']],
    ['range=last-month', ['last-month', '2025-10-01', '2025-10-31']],
    ['from=2025-11-05&to=2025-11-05', ['custom', '2025-11-05', '2025-11-05']],
  ])('selects the range of “%s”', (search, expected) => {
    expect(selectBySearch(search)).toEqual(expected)
  })

  it.each([
    'range=someday',
    'from=2025-11-05',
    'from=2025-11-06&to=2025-11-05',
    'from=2025-11-05&to=2025-12-24',
    'from=1999-01-01&to=2025-11-05',
    'from=yesterday&to=today',
  ])('selects the window for the invalid “%s”', (search) => {
    expect(selectBySearch(search)).toEqual(['', '2025-11-01', '2025-11-30'])
  })
})
