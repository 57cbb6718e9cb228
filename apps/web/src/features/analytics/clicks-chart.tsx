import type { ClicksOnDay } from '@linkshelf/contract'
import { ownTimeZone } from '../../ui/dates.ts'
import { DayChartCard } from '../../ui/day-chart-card.tsx'
import { LiveMark } from '../../ui/live-mark.tsx'

/** Clicks by day, as bars or as a table. */
export function ClicksChart({ title, days, isLive }: { title: string; days: readonly ClicksOnDay[]; isLive: boolean }) {
  return (
    <DayChartCard
      title={title}
      unit="Clicks"
      timeZone={ownTimeZone()}
      days={days.map(({ date, clicks }) => ({ date, value: clicks }))}
      whenEmpty="No clicks yet. They appear here within seconds."
      aside={<LiveMark isLive={isLive} />}
    />
  )
}
