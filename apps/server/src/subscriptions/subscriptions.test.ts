import { expect, it } from 'vitest'
import { nextRenewal } from './subscriptions.ts'

it.each([
  ['2026-01-31T10:00:00Z', 'monthly', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 'monthly', '2026-02-28T10:00:00Z', '2026-03-31T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 'monthly', '2026-03-31T09:59:59Z', '2026-03-31T10:00:00Z'],
  ['2026-11-15T10:00:00Z', 'monthly', '2027-02-01T00:00:00Z', '2027-02-15T10:00:00Z'],
  ['2024-02-29T10:00:00Z', 'yearly', '2024-06-01T00:00:00Z', '2025-02-28T10:00:00Z'],
  ['2024-02-29T10:00:00Z', 'yearly', '2027-12-31T00:00:00Z', '2028-02-29T10:00:00Z'],
] as const)('a plan from %s, billed %s, renews after %s at %s', (startedAt, period, now, expected) => {
  expect(nextRenewal(new Date(startedAt), period, new Date(now))).toEqual(new Date(expected))
})
