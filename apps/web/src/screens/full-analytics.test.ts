import { expect, it } from 'vitest'
import { toFullAnalyticsPath } from './full-analytics.ts'

it.each([
  [true, true, '/analytics/link/spring'],
  [true, false, undefined],
  [false, true, undefined],
])('returns a path only if full analytics is enabled (%s) and the screen exists (%s): %s', (hasFullAnalytics, isThere, to) => {
  expect(toFullAnalyticsPath({ hasFullAnalytics }, 'spring', () => isThere)).toBe(to)
})
