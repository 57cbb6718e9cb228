import { describe, expect, it } from 'vitest'
import {
  formatDateRange,
  formatDay,
  formatInstant,
  formatInstantIn,
  formatLongDay,
  formatMonth,
  formatTimeAgo,
  getBrowserTimeZone,
} from './dates.ts'

describe('dates', () => {
  it('shows an instant as MMM dd, yyyy HH:mm in the zone of the reader', () => {
    expect(formatInstant(new Date(2025, 10, 5, 9, 3))).toBe('Nov 05, 2025 09:03')
  })

  it('shows midnight as 00:00', () => {
    expect(formatInstant(new Date(2025, 0, 1, 0, 0))).toBe('Jan 01, 2025 00:00')
  })

  it('shows an instant in another time zone, and names the zone if the clock of the reader differs', () => {
    const instant = '2025-11-05T08:03:00.000Z'
    expect(formatInstantIn(instant, getBrowserTimeZone())).toBe(formatInstant(instant))
    expect(formatInstantIn(instant, 'Pacific/Port_Moresby')).toBe('Nov 05, 2025 18:03, Pacific/Port Moresby')
  })

  it('shows a day as that day in every zone', () => {
    expect(formatDay('2025-11-05')).toBe('Nov 5')
    expect(formatLongDay('2025-11-05')).toBe('Wed, Nov 5, 2025')
  })

  it.each([
    ['2025-11-03', '2025-11-03', 'Nov 3, 2025'],
    ['2025-11-03', '2025-11-09', 'Nov 3 – 9, 2025'],
    ['2025-10-30', '2025-11-09', 'Oct 30 – Nov 9, 2025'],
    ['2024-12-01', '2025-11-30', 'Dec 1, 2024 – Nov 30, 2025'],
  ])('shows the days from %s to %s without repeating the common parts', (from, to, shown) => {
    expect(formatDateRange({ from, to }).replaceAll('\u2009', ' ')).toBe(shown)
  })

  it('shows a month with its year', () => {
    expect(formatMonth('2025-11-01')).toBe('Nov 2025')
  })
})

const now = Date.parse('2025-11-30T12:00:00Z')

it.each([
  ['2025-11-30T12:00:20Z', 'Just now'],
  ['2025-11-30T11:59:01Z', 'Just now'],
  ['2025-11-30T11:58:59Z', '1 minute ago'],
  ['2025-11-30T11:00:01Z', '59 minutes ago'],
  ['2025-11-30T09:00:00Z', '3 hours ago'],
  ['2025-11-29T11:00:00Z', '1 day ago'],
  ['2025-11-12T12:00:00Z', '18 days ago'],
  ['2025-08-20T12:00:00Z', '3 months ago'],
  ['2023-08-20T12:00:00Z', '2 years ago'],
])('%s is %s', (instant, words) => {
  expect(formatTimeAgo(instant, now)).toBe(words)
})
