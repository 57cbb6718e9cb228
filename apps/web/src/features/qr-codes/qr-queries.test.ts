import { expect, it } from 'vitest'
import { countRecentScans } from './qr-queries.ts'

const days = Array.from({ length: 40 }, (_, index) => ({ date: '2025-11-05', clicks: 100, scans: index < 10 ? 1_000 : 2 }))

it('sums the scans, not the clicks, of the last 30 days', () => {
  expect(countRecentScans(days)).toBe(60)
})

it('sums all days of a shorter period', () => {
  expect(countRecentScans(days.slice(-3))).toBe(6)
  expect(countRecentScans([])).toBe(0)
})
