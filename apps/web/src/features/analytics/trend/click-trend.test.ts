import { describe, expect, it } from 'vitest'
import { clickTrend, sumClicks } from './click-trend.ts'

function daysWith(...clicks: number[]): { date: string; clicks: number }[] {
  return clicks.map((count, index) => ({ date: new Date(Date.UTC(2025, 0, index + 1)).toISOString().slice(0, 10), clicks: count }))
}

const week = (clicks: number): number[] => Array.from({ length: 7 }, () => clicks)

describe('clickTrend', () => {
  it.each([
    ['is up when the last week has more than a tenth more', [...week(10), ...week(12)], 'up'],
    ['is down when the last week has more than a tenth less', [...week(10), ...week(8)], 'down'],
    ['is flat at exactly a tenth more', [...week(10), ...week(11)], 'flat'],
    ['is flat at exactly a tenth less', [...week(10), ...week(9)], 'flat'],
    ['is flat without any clicks', [...week(0), ...week(0)], 'flat'],
    ['is up after a week without clicks', [...week(0), ...week(1)], 'up'],
    ['ignores days before the last two weeks', [...week(99), ...week(10), ...week(10)], 'flat'],
    ['is undefined with two days', [0, 50], undefined],
    ['is defined from three days on', [0, 0, 50], 'up'],
  ] as const)('%s', (_title, clicks, trend) => {
    expect(clickTrend(daysWith(...clicks), '2025-01-01')).toBe(trend)
  })

  it('ignores days before the link existed', () => {
    const days = daysWith(...week(0), 0, 5, 9)

    expect(clickTrend(days, '2025-01-09')).toBeUndefined()
    expect(clickTrend(days, '2025-01-08')).toBe('up')
  })

  it('sumClicks adds the clicks of all days', () => {
    expect(sumClicks(daysWith(1, 2, 3))).toBe(6)
  })
})
