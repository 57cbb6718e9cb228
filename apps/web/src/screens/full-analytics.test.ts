import { expect, it } from 'vitest'
import { toFullAnalyticsPath } from './full-analytics.ts'

it.each([
  [true, true, '/analytics/link/spring'],
  [true, false, undefined],
  [false, true, undefined],
])('full analytics enabled %s, with a screen %s: leads to %s', (hasFullAnalytics, isThere, to) => {
  expect(toFullAnalyticsPath({ hasFullAnalytics }, 'spring', () => isThere)).toBe(to)
})
