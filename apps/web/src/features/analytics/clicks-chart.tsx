import type { BotFilter, DailyClicks } from '@linkshelf/contract'
import { DayChartCard } from '../../ui/charts/day-chart-card.tsx'
import { ownTimeZone, showDateRange } from '../../ui/formats/dates.ts'
import { LiveMark } from '../../ui/live-mark.tsx'
import { botFilterLabels } from './bot-filter.ts'

interface ClicksChartProps {
  title: string
  days: readonly DailyClicks[]
  /** The days of the previous period, drawn behind. */
  previous?: readonly DailyClicks[]
  bots?: BotFilter
  isLive: boolean
  /** Shown over the chart when every day is zero. */
  emptyText?: string
  actions?: React.ReactNode
}

/** Clicks by day, as a bar chart or a table. */
export function ClicksChart({ title, days, previous, bots = 'exclude', isLive, emptyText, actions }: ClicksChartProps) {
  return (
    <DayChartCard
      title={title}
      unit={botFilterLabels[bots].unit}
      timeZone={ownTimeZone()}
      days={days.map(({ date, clicks }, index) => ({ date, value: clicks, behind: previous && (previous[index]?.clicks ?? 0) }))}
      behindRange={previous && rangeOf(previous)}
      emptyText={emptyText ?? 'No clicks yet. They appear here within seconds.'}
      aside={<LiveMark isLive={isLive} />}
      actions={actions}
    />
  )
}

function rangeOf(days: readonly DailyClicks[]): string | undefined {
  const [first, last] = [days.at(0), days.at(-1)]
  return first && last && showDateRange({ from: first.date, to: last.date })
}
