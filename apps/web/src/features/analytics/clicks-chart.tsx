import type { AuditLogEntry, BotFilter, DailyClicks } from '@linkshelf/contract'
import { DayChartCard } from '../../ui/charts/day-chart-card.tsx'
import { formatDateRange, getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { LiveMark } from '../../ui/live-mark.tsx'
import { toChangeMarks } from './marked-changes/change-marks.tsx'
import { botFilterLabels } from './range/analytics-filter.ts'
import type { DateRange } from './range/date-range.ts'

interface ClicksChartProps {
  title: string
  /** One entry per day or per hour. The `date` of an hour is the instant when it begins. */
  days: readonly DailyClicks[]
  /** The days of the previous period, drawn behind the current days. */
  previous?: readonly DailyClicks[] | undefined
  /**
   * The range of the previous period. The legend names it even while its days load, so that the chart does not move.
   */
  previousRange?: DateRange | undefined
  bots?: BotFilter
  isLive: boolean
  /** The changes in these days, latest first. */
  changes?: readonly AuditLogEntry[] | undefined
  /** Shown over the chart when every day is zero. */
  emptyText?: string
  actions?: React.ReactNode
}

/** Clicks by day or hour, as a bar chart or a table. */
export function ClicksChart({
  title,
  days,
  previous,
  previousRange,
  bots = 'exclude',
  isLive,
  changes,
  emptyText,
  actions,
}: ClicksChartProps) {
  return (
    <DayChartCard
      title={title}
      unit={botFilterLabels[bots].unit}
      timeZone={getBrowserTimeZone()}
      days={days.map(({ date, clicks }, index) => ({ date, value: clicks, behind: previous && (previous[index]?.clicks ?? 0) }))}
      behindRange={previousRange && formatDateRange(previousRange)}
      emptyText={emptyText ?? 'No clicks yet. They appear here within seconds.'}
      aside={<LiveMark isLive={isLive} />}
      actions={actions}
      {...toChangeMarks(changes)}
    />
  )
}
