import type { DailyClicks } from '@linkshelf/contract'

export type Trend = 'up' | 'down' | 'flat'

const windowDays = 7
export const trendLeastDays = 3
const threshold = 0.1

/**
 * The last seven days against the seven before: more than a tenth apart is a trend. `days` are oldest first.
 * Days before `since` (`yyyy-mm-dd`) had nothing to count, so they are no data points; nothing with fewer than three of them.
 */
export function clickTrend(days: readonly DailyClicks[], since: string): Trend | undefined {
  const points = days.filter(({ date }) => date >= since)
  if (points.length < trendLeastDays) return undefined
  const recent = sumClicks(points.slice(-windowDays))
  const prior = sumClicks(points.slice(-2 * windowDays, -windowDays))
  if (recent > prior * (1 + threshold)) return 'up'
  return recent < prior * (1 - threshold) ? 'down' : 'flat'
}

export function sumClicks(days: readonly DailyClicks[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}
