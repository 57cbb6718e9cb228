import { type AuditLogEntry, type BotFilter, type DailyClicks, describeActor } from '@linkshelf/contract'
import { Suspense } from 'react'
import { DayChartCard } from '../../ui/charts/day-chart-card.tsx'
import { ownTimeZone, showDateRange } from '../../ui/formats/dates.ts'
import { LiveMark } from '../../ui/live-mark.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { botFilterLabels } from './bot-filter.ts'
import type { DateRange } from './range/date-range.ts'

const MarkedChanges = lazyComponent(() => import('./marked-changes/marked-changes.tsx').then((module) => module.MarkedChanges))

interface ClicksChartProps {
  title: string
  /** By day, or by hour: then `date` is when it begins. */
  days: readonly DailyClicks[]
  /** The days of the previous period, drawn behind. */
  previous?: readonly DailyClicks[] | undefined
  /** The legend names it while its days load, so that the chart stays where it is. */
  previousRange?: DateRange | undefined
  bots?: BotFilter
  isLive: boolean
  /** What was changed in these days, latest first. */
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
  changes = [],
  emptyText,
  actions,
}: ClicksChartProps) {
  return (
    <DayChartCard
      title={title}
      unit={botFilterLabels[bots].unit}
      timeZone={ownTimeZone()}
      days={days.map(({ date, clicks }, index) => ({ date, value: clicks, behind: previous && (previous[index]?.clicks ?? 0) }))}
      behindRange={previousRange && showDateRange(previousRange)}
      emptyText={emptyText ?? 'No clicks yet. They appear here within seconds.'}
      aside={<LiveMark isLive={isLive} />}
      actions={actions}
      marks={changes.map(({ id, date, description, actor, metadata }) => ({
        id,
        at: date,
        text: `${description}, by ${describeActor(actor, metadata.source)}`,
      }))}
      foot={
        changes.length > 0 && (
          <Suspense fallback={null}>
            <MarkedChanges changes={changes} />
          </Suspense>
        )
      }
    />
  )
}
