import { expect, it } from 'vitest'
import { toInstant, toWallClock } from './schedule-fields.tsx'

it.each([
  ['2026-05-01T09:30', 'UTC', '2026-05-01T09:30:00.000Z'],
  ['2026-05-01T09:30', 'Europe/Berlin', '2026-05-01T07:30:00.000Z'],
  ['2026-01-01T00:00', 'America/New_York', '2026-01-01T05:00:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
])('%s in %s is %s, and back', (wallClock, timeZone, instant) => {
  expect(toInstant(wallClock, timeZone)).toBe(instant)
  expect(toWallClock(instant, timeZone)).toBe(wallClock)
})

it('reads a time that the clock skips as one hour later', () => {
  expect(toInstant('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})

it('returns the first instant of a time that the clock shows twice', () => {
  expect(toInstant('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

it.each(['', 'tomorrow', '2026-13-01T00:00'])('returns undefined for %o', (wallClock) => {
  expect(toInstant(wallClock, 'UTC')).toBeUndefined()
})
