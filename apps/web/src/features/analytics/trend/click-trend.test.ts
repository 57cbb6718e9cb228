import { describe, expect, it } from 'vitest'
import { computeClickTrend, sumClicks } from './click-trend.ts'

function createClickDays(...clicks: number[]): { date: string; clicks: number }[] {
  return clicks.map((count, index) => ({ date: new Date(Date.UTC(2025, 0, index + 1)).toISOString().slice(0, 10), clicks: count }))
}

const createWeek = (clicks: number): number[] => Array.from({ length: 7 }, () => clicks)

describe('computeClickTrend', () => {
  it.each([
    ['is up when the last week has more than a tenth more', [...createWeek(10), ...createWeek(12)], 'up'],
    ['is down when the last week has more than a tenth less', [...createWeek(10), ...createWeek(8)], 'down'],
    ['is flat at exactly a tenth more', [...createWeek(10), ...createWeek(11)], 'flat'],
    ['is flat at exactly a tenth less', [...createWeek(10), ...createWeek(9)], 'flat'],
    ['is flat without any clicks', [...createWeek(0), ...createWeek(0)], 'flat'],
    ['is up after a week without clicks', [...createWeek(0), ...createWeek(1)], 'up'],
    ['ignores days before the last two weeks', [...createWeek(99), ...createWeek(10), ...createWeek(10)], 'flat'],
    ['is undefined with two days', [0, 50], undefined],
    ['is defined from three days on', [0, 0, 50], 'up'],
  ] as const)('%s', (_title, clicks, trend) => {
    expect(computeClickTrend(createClickDays(...clicks), '2025-01-01')).toBe(trend)
  })

  it('ignores days before the link existed', () => {
    const days = createClickDays(...createWeek(0), 0, 5, 9)

    expect(computeClickTrend(days, '2025-01-09')).toBeUndefined()
    expect(computeClickTrend(days, '2025-01-08')).toBe('up')
  })

  it('sumClicks adds the clicks of all days', () => {
    expect(sumClicks(createClickDays(1, 2, 3))).toBe(6)
  })
})
