import { expect, it } from 'vitest'
import { findDateOrder, type ReadDate, readDate, toDay } from './parse-date.ts'

const parseDay = (text: string, order: 'day_first' | 'month_first' = 'day_first') => {
  const date = readDate(text)
  return date && toDay(date, order)
}

it.each([
  ['2026-09-15', '2026-09-15'],
  ['2026/9/15', '2026-09-15'],
  ['2026-09-15 10:22:33', '2026-09-15'],
  ['2026-09-15T10:22:33-07:00', '2026-09-15'],
  ['September 15 2026', '2026-09-15'],
  ['September 15, 2026', '2026-09-15'],
  ['Sep 15, 2026', '2026-09-15'],
  ['15 September 2026', '2026-09-15'],
  ['15 de septiembre de 2026', '2026-09-15'],
  ['15. September 2026', '2026-09-15'],
  ['15. März 2026', '2026-03-15'],
  ['1er août 2026', '2026-08-01'],
  ['15 février 2026', '2026-02-15'],
  ['15 settembre 2026', '2026-09-15'],
  ['15 de março de 2026', '2026-03-15'],
  ['15.09.2026', '2026-09-15'],
  ['15.09.26', '2026-09-15'],
  ['2026年9月15日', '2026-09-15'],
  ['19/07/26', '2026-07-19'],
  ['2026-02-30', undefined],
  ['Total', undefined],
  ['', undefined],
  ['12', undefined],
])('reads %j as %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

it('reads day and month in the order of the file', () => {
  expect([parseDay('07/09/26', 'month_first'), parseDay('07/09/26', 'day_first')]).toEqual(['2026-07-09', '2026-09-07'])
  expect([parseDay('07/19/26', 'month_first'), parseDay('07/19/26', 'day_first')]).toEqual(['2026-07-19', undefined])
})

it('reads the instant of a date with an offset', () => {
  expect(readDate('2026-09-15T23:30:00-07:00')?.instant).toBe('2026-09-16T06:30:00.000Z')
  expect(readDate('2026-09-15 23:30:00')?.instant).toBeUndefined()
})

it.each([
  [['07/19/26', '07/02/26'], 'month_first'],
  [['19/07/26', '02/07/26'], 'day_first'],
  [['03/04/26', '05/06/26'], undefined],
  [['05/05/26'], 'month_first'],
  [['2026-09-15'], 'month_first'],
  // 3 November is after the day of the download.
  [['03/11/26', '02/11/26'], 'month_first'],
  // No order matches both dates.
  [['07/19/26', '19/07/26'], undefined],
] as const)('finds the order of %j: %s', (texts, order) => {
  const dates = texts.map((text) => readDate(text) as ReadDate)
  expect(findDateOrder(dates, '2026-10-01')).toBe(order)
})
