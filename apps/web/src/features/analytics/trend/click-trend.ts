import type { DailyClicks } from '@linkshelf/contract'

export type Trend = 'up' | 'down' | 'flat'

const windowDays = 7
export const minTrendDays = 3
/** Number of days that a trend compares. */
export const trendDays = 2 * windowDays
const threshold = 0.1

/**
 * Compares the last seven days with the seven days before. If they differ by more than a tenth, there is a trend.
 * `days` must be sorted oldest first. Days before `since` (`yyyy-mm-dd`) are ignored, because the link did not exist.
 * Returns undefined if fewer than three days remain.
 */
export function computeClickTrend(days: readonly DailyClicks[], since: string): Trend | undefined {
  const points = days.filter(({ date }) => date >= since)
  if (points.length < minTrendDays) return undefined
  const recent = sumClicks(points.slice(-windowDays))
  const prior = sumClicks(points.slice(-trendDays, -windowDays))
  if (recent > prior * (1 + threshold)) return 'up'
  return recent < prior * (1 - threshold) ? 'down' : 'flat'
}

export function sumClicks(days: readonly DailyClicks[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}
