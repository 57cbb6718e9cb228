import { expect, it } from 'vitest'
import { computeQuotaRetryTime, findNextPacificMidnight, toPacificDay } from './quota.ts'

it.each([
  ['in summer', '2026-07-01T06:59:59.000Z', '2026-06-30', '2026-07-01T07:00:00.000Z'],
  ['at midnight', '2026-07-01T07:00:00.000Z', '2026-07-01', '2026-07-02T07:00:00.000Z'],
  ['in winter', '2026-12-01T07:59:59.000Z', '2026-11-30', '2026-12-01T08:00:00.000Z'],
  ['on the day of 25 hours', '2026-11-01T07:30:00.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
  ['on the day of 23 hours', '2026-03-08T08:30:00.000Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
])('computes the Pacific day and its end %s', (_when, at, day, end) => {
  expect(toPacificDay(new Date(at))).toBe(day)
  expect(findNextPacificMidnight(new Date(at)).toISOString()).toBe(end)
})

it.each([
  ['at the next midnight', '2026-12-01T08:10:00.000Z', '2026-12-02T08:00:00.000Z'],
  ['soon, if the day has just begun and Google may still count the previous day', '2026-12-01T08:00:01.000Z', '2026-12-01T08:10:01.000Z'],
])('retries after a used-up quota %s', (_when, at, expected) => {
  expect(computeQuotaRetryTime(new Date(at)).toISOString()).toBe(expected)
})
