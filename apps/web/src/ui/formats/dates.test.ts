import { describe, expect, it } from 'vitest'
import { showDateRange, showDay, showInstant, showLongDay, showMonth } from './dates.ts'

describe('dates', () => {
  it('shows an instant as MMM dd, yyyy HH:mm in the zone of the reader', () => {
    expect(showInstant(new Date(2025, 10, 5, 9, 3))).toBe('Nov 05, 2025 09:03')
  })

  it('shows midnight as 00:00', () => {
    expect(showInstant(new Date(2025, 0, 1, 0, 0))).toBe('Jan 01, 2025 00:00')
  })

  it('shows a day as that day in every zone', () => {
    expect(showDay('2025-11-05')).toBe('Nov 5')
    expect(showLongDay('2025-11-05')).toBe('Wed, Nov 5, 2025')
  })

  it.each([
    ['2025-11-03', '2025-11-03', 'Nov 3, 2025'],
    ['2025-11-03', '2025-11-09', 'Nov 3 – 9, 2025'],
    ['2025-10-30', '2025-11-09', 'Oct 30 – Nov 9, 2025'],
    ['2024-12-01', '2025-11-30', 'Dec 1, 2024 – Nov 30, 2025'],
  ])('shows the days from %s to %s without repeating the common parts', (from, to, shown) => {
    expect(showDateRange({ from, to }).replaceAll('\u2009', ' ')).toBe(shown)
  })

  it('shows a month with its year', () => {
    expect(showMonth('2025-11-01')).toBe('Nov 2025')
  })
})
