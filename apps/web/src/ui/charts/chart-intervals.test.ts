import { expect, it } from 'vitest'
import { chooseIntervalUnit, type DayValue, formatInterval, groupMarksByInterval, toIntervals } from './chart-intervals.ts'

function createDays(first: string, count: number, behind?: number): DayValue[] {
  const start = Date.parse(`${first}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(start + index * 86_400_000).toISOString().slice(0, 10),
    value: 1,
    behind,
  }))
}

it.each([
  [1, 'day'],
  [92, 'day'],
  [93, 'week'],
  [366, 'week'],
  [730, 'month'],
])('groups %i days by %s', (count, unit) => {
  expect(chooseIntervalUnit(createDays('2025-01-01', count))).toBe(unit)
})

it('has one interval for each day', () => {
  expect(toIntervals(createDays('2025-11-29', 2), 'day')).toEqual([
    { from: '2025-11-29', to: '2025-11-29', value: 1 },
    { from: '2025-11-30', to: '2025-11-30', value: 1 },
  ])
})

it('groups marks by the first day of their interval, or by its hour', () => {
  const createMark = (at: string) => ({ id: at, at, text: 'Changed a link' })
  const createIntervals = (unit: 'day' | 'week') => toIntervals(createDays('2025-11-03', 9), unit)
  const countByStart = (marks: ReturnType<typeof groupMarksByInterval>) => [...marks].map(([from, all]) => [from, all.length])
  const marks = ['2025-11-01T12:00:00.000Z', '2025-11-04T12:00:00.000Z', '2025-11-05T12:00:00.000Z'].map(createMark)

  expect(countByStart(groupMarksByInterval(marks, createIntervals('day')))).toEqual([
    ['2025-11-04', 1],
    ['2025-11-05', 1],
  ])
  expect(countByStart(groupMarksByInterval(marks, createIntervals('week')))).toEqual([['2025-11-03', 2]])
  const hours = [9, 10, 11].map((hour) => ({ date: new Date(Date.UTC(2025, 10, 4, hour)).toISOString(), value: 1 }))
  expect(countByStart(groupMarksByInterval([createMark('2025-11-04T10:59:00.000Z')], toIntervals(hours, 'hour')))).toEqual([
    ['2025-11-04T10:00:00.000Z', 1],
  ])
})

it('starts weeks on Monday, with a shorter first and last week', () => {
  const weeks = toIntervals(createDays('2025-11-01', 11), 'week')

  expect(weeks.map(({ from, to, value }) => [from, to, value])).toEqual([
    ['2025-11-01', '2025-11-02', 2],
    ['2025-11-03', '2025-11-09', 7],
    ['2025-11-10', '2025-11-11', 2],
  ])
})

it('sums the values of each month, and of its previous period', () => {
  expect(toIntervals(createDays('2025-01-31', 30, 2), 'month')).toEqual([
    { from: '2025-01-31', to: '2025-01-31', value: 1, behind: 2 },
    { from: '2025-02-01', to: '2025-02-28', value: 28, behind: 56 },
    { from: '2025-03-01', to: '2025-03-01', value: 1, behind: 2 },
  ])
})

it('has one interval for each hour, and two with the same time when clocks are put back', () => {
  const hours = ['2025-10-26T00:00:00Z', '2025-10-26T01:00:00Z'].map((date, index) => ({ date, value: index }))

  expect(chooseIntervalUnit(hours)).toBe('hour')
  expect(toIntervals(hours, 'hour').map(({ from, value }) => [from, value])).toEqual([
    ['2025-10-26T00:00:00Z', 0],
    ['2025-10-26T01:00:00Z', 1],
  ])
  expect(formatInterval({ from: '2025-10-26T01:00:00Z', to: '2025-10-26T01:00:00Z' })).toMatch(/^Sun, Oct 26, 2025, \d\d:00$/)
})
