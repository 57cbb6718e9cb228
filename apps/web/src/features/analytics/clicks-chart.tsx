import type { BotFilter, DailyClicks } from '@linkshelf/contract'
import { showValueRange } from '../../ui/charts/chart-intervals.ts'
import { DayChartCard } from '../../ui/charts/day-chart-card.tsx'
import { ownTimeZone } from '../../ui/formats/dates.ts'
import { LiveMark } from '../../ui/live-mark.tsx'
import { botFilterLabels } from './bot-filter.ts'

interface ClicksChartProps {
  title: string
  /** By day, or by hour: then `date` is when it begins. */
  days: readonly DailyClicks[]
  /** The days of the previous period, drawn behind. */
  previous?: readonly DailyClicks[]
  bots?: BotFilter
  isLive: boolean
  /** Shown over the chart when every day is zero. */
  emptyText?: string
  actions?: React.ReactNode
}

/** Clicks by day or hour, as a bar chart or a table. */
export function ClicksChart({ title, days, previous, bots = 'exclude', isLive, emptyText, actions }: ClicksChartProps) {
  return (
    <DayChartCard
      title={title}
      unit={botFilterLabels[bots].unit}
      timeZone={ownTimeZone()}
      days={days.map(({ date, clicks }, index) => ({ date, value: clicks, behind: previous && (previous[index]?.clicks ?? 0) }))}
      behindRange={previous && showValueRange(previous)}
      emptyText={emptyText ?? 'No clicks yet. They appear here within seconds.'}
      aside={<LiveMark isLive={isLive} />}
      actions={actions}
    />
  )
}
