import { describe, expect, it } from 'vitest'
import { showDay, showInstant, showLongDay } from './dates.ts'

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
})
