import type { ProductTraffic } from '@linkshelf/contract'
import type { DayRange } from '../day-range.ts'

/** `days`: those of the range. */
export function toTraffic(range: DayRange, days: readonly { views: number; clicks: number }[], visitors: number): ProductTraffic {
  const views = days.reduce((sum, day) => sum + day.views, 0)
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0)
  const byDay = range.dates.map((date, index) => ({ date, views: days[index]?.views ?? 0, clicks: days[index]?.clicks ?? 0 }))
  return { views, clicks, visitors, click_through: clickThrough(clicks, views), byDay }
}

/** Clicks for each view; null without views. */
export function clickThrough(clicks: number, views: number): number | null {
  return views === 0 ? null : clicks / views
}
