import { expect, it } from 'vitest'
import { createLastDaysRange, listHourStarts } from './intervals.ts'

const toHours = (seconds: number) => seconds / 3600

it.each([
  ['UTC', '2024-03-10T23:59:59.999Z', '2024-03-10'],
  ['UTC', '2024-03-11T00:00:00Z', '2024-03-11'],
  ['America/New_York', '2024-03-11T03:59:59Z', '2024-03-10'],
  ['America/New_York', '2024-03-11T04:00:00Z', '2024-03-11'],
  ['Asia/Kolkata', '2024-03-10T18:30:00Z', '2024-03-11'],
  ['Pacific/Chatham', '2024-06-10T11:15:00Z', '2024-06-11'],
  ['Pacific/Kiritimati', '2024-06-10T10:00:00Z', '2024-06-11'],
  ['+05:45', '2024-03-10T18:15:00Z', '2024-03-11'],
])('in %s at %s today is %s', (timeZone, now, today) => {
  expect(createLastDaysRange(new Date(now), timeZone, 1).dates).toEqual([today])
})

it.each([
  ['UTC', '2024-03-10', 24],
  ['America/New_York', '2024-03-10', 23],
  ['America/New_York', '2024-11-03', 25],
  ['Australia/Lord_Howe', '2024-04-07', 24.5],
  ['Pacific/Chatham', '2024-09-29', 23],
  // Clocks are put forward at midnight, so the day begins at one o'clock.
  ['Africa/Cairo', '2024-04-26', 23],
])('in %s the day %s has %d hours', (timeZone, day, length) => {
  const days = createLastDaysRange(new Date(`${day}T10:00:00Z`), timeZone, 1)
  expect(days.dates).toEqual([day])
  expect(toHours(days.end - (days.starts[0] ?? 0))).toBe(length)
  expect(listHourStarts(days)).toHaveLength(Math.ceil(length))
})

it('returns consecutive days across months and a leap day', () => {
  const days = createLastDaysRange(new Date('2024-03-02T12:00:00Z'), 'Asia/Kolkata', 4)
  expect(days.dates).toEqual(['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'])
  expect(days.starts.map((start) => new Date(start * 1000).toISOString())[0]).toBe('2024-02-27T18:30:00.000Z')
})

it('starts days only at quarters of an hour, in every time zone', () => {
  const quarter = 15 * 60
  const exceptions = Intl.supportedValuesOf('timeZone').filter((zone) =>
    createLastDaysRange(new Date('2026-11-20T12:00:00Z'), zone, 400).starts.some((start) => start % quarter !== 0),
  )
  expect(exceptions).toEqual([])
})
