import type { ClicksOnDay } from '@linkshelf/contract'

export type Trend = 'up' | 'down' | 'flat'

const windowDays = 7
const leastDays = 3
const threshold = 0.1

/** The last seven days against the seven before: more than a tenth apart is a trend. `days` are oldest first. */
export function clickTrend(days: readonly ClicksOnDay[]): Trend {
  if (days.length < leastDays) return 'flat'
  const recent = sumClicks(days.slice(-windowDays))
  const prior = sumClicks(days.slice(-2 * windowDays, -windowDays))
  if (recent > prior * (1 + threshold)) return 'up'
  return recent < prior * (1 - threshold) ? 'down' : 'flat'
}

export function sumClicks(days: readonly ClicksOnDay[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}
