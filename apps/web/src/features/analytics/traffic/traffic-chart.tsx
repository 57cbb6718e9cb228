import type { AuditLogEntry, BotFilter, DailyTraffic } from '@linkshelf/contract'
import { DayChartCard } from '../../../ui/charts/day-chart-card.tsx'
import { getBrowserTimeZone } from '../../../ui/formats/dates.ts'
import { LiveMark } from '../../../ui/live-mark.tsx'
import { toChangeMarks } from '../marked-changes/change-marks.tsx'
import { botFilterLabels } from '../range/analytics-filter.ts'

interface TrafficChartProps {
  days: readonly DailyTraffic[]
  bots: BotFilter
  isLive: boolean
  /** The changes in these days, latest first. */
  changes: readonly AuditLogEntry[] | undefined
}

/** A chart of clicks by day, drawn in front of the views that led to them. */
export function TrafficChart({ days, bots, isLive, changes }: TrafficChartProps) {
  const { unit, viewUnit, bothUnit } = botFilterLabels[bots]
  return (
    <DayChartCard
      title="Views and clicks over time"
      unit={unit}
      behindLabel={viewUnit}
      bothUnit={bothUnit}
      timeZone={getBrowserTimeZone()}
      days={days.map(({ date, views, clicks }) => ({ date, value: clicks, behind: views }))}
      emptyText="No views in this period."
      aside={<LiveMark isLive={isLive} />}
      {...toChangeMarks(changes)}
    />
  )
}
