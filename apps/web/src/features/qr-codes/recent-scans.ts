import type { DailyLinkClicks } from '@linkshelf/contract'

/** The days counted in the line under a code. */
export const scanDays = 30

/** The scans of the last 30 days, today included. Takes a link's days, oldest first. */
export function recentScans(days: readonly DailyLinkClicks[]): number {
  return days.slice(-scanDays).reduce((sum, { scans }) => sum + scans, 0)
}
