import { expect, it } from 'vitest'
import { showTimeAgo } from './dates.ts'

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
  expect(showTimeAgo(instant, now)).toBe(words)
})
