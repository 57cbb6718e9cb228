import { expect, it } from 'vitest'
import { chartSpans, chartStep, type DayValue } from './chart-spans.ts'

function daysFrom(first: string, count: number, before?: number): DayValue[] {
  const start = Date.parse(`${first}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(start + index * 86_400_000).toISOString().slice(0, 10),
    value: 1,
    before,
  }))
}

it.each([
  [1, 'day'],
  [92, 'day'],
  [93, 'week'],
  [366, 'week'],
  [730, 'month'],
])('%i days are drawn by %s', (count, step) => {
  expect(chartStep(count)).toBe(step)
})

it('draws a bar for each day', () => {
  expect(chartSpans(daysFrom('2025-11-29', 2), 'day')).toEqual([
    { from: '2025-11-29', to: '2025-11-29', value: 1 },
    { from: '2025-11-30', to: '2025-11-30', value: 1 },
  ])
})

it('begins a week on Monday and lets the first and the last be shorter', () => {
  const weeks = chartSpans(daysFrom('2025-11-01', 11), 'week')

  expect(weeks.map(({ from, to, value }) => [from, to, value])).toEqual([
    ['2025-11-01', '2025-11-02', 2],
    ['2025-11-03', '2025-11-09', 7],
    ['2025-11-10', '2025-11-11', 2],
  ])
})

it('sums months, with the period before beside them', () => {
  expect(chartSpans(daysFrom('2025-01-31', 30, 2), 'month')).toEqual([
    { from: '2025-01-31', to: '2025-01-31', value: 1, before: 2 },
    { from: '2025-02-01', to: '2025-02-28', value: 28, before: 56 },
    { from: '2025-03-01', to: '2025-03-01', value: 1, before: 2 },
  ])
})
