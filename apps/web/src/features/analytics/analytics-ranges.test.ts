import { describe, expect, it } from 'vitest'
import { chooseRange, namedRanges } from './analytics-ranges.ts'

const today = '2025-11-30'
const ranges = namedRanges(30, today)

function chosenBy(search: string) {
  const { name, period } = chooseRange(new URLSearchParams(search), ranges, today)
  return [name, period.from, period.to]
}

describe('the named ranges', () => {
  it('hold the window once, among those it equals', () => {
    expect(ranges.map(({ label }) => label)).toEqual([
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
      'Last 12 months',
      'This month',
      'Last month',
    ])
    expect(namedRanges(14, today).map(({ label }) => label)).toContain('Last 14 days')
  })

  it.each([
    ['2025-11-30', '2024-12-01'],
    ['2024-02-29', '2023-03-01'],
  ])('reach twelve months back from %s to %s', (day, from) => {
    expect(namedRanges(30, day).find(({ name }) => name === '12m')?.period).toEqual({ from, to: day })
  })
})

describe('an address', () => {
  it.each([
    ['', ['', '2025-11-01', '2025-11-30']],
    ['range=7d', ['7d', '2025-11-24', '2025-11-30']],
    ['range=last-month', ['last-month', '2025-10-01', '2025-10-31']],
    ['from=2025-11-05&to=2025-11-05', ['custom', '2025-11-05', '2025-11-05']],
  ])('“%s” is asked for and shown', (search, shown) => {
    expect(chosenBy(search)).toEqual(shown)
  })

  it.each([
    'range=someday',
    'from=2025-11-05',
    'from=2025-11-06&to=2025-11-05',
    'from=2025-11-05&to=2025-12-24',
    'from=1999-01-01&to=2025-11-05',
    'from=yesterday&to=today',
  ])('“%s” makes no sense and shows the window', (search) => {
    expect(chosenBy(search)).toEqual(['', '2025-11-01', '2025-11-30'])
  })
})
