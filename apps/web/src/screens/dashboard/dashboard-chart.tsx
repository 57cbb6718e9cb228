import type { DailyClicks } from '@linkshelf/contract'
import type { ProjectScope } from '../../api/api.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import type { ClicksQuery } from '../../features/analytics/range/analytics-filter.ts'
import { useClicksByHour } from '../../features/analytics/use-clicks-by-hour.ts'

interface DashboardChartProps {
  scope: ProjectScope
  title: string
  query: ClicksQuery
  days: readonly DailyClicks[]
  isLive: boolean
}

/** The clicks of the selected range by day, or by hour where it is short. */
export function DashboardChart({ scope, title, query, days, isLive }: DashboardChartProps) {
  const clicks = useClicksByHour(scope, { query, previousQuery: undefined }, { days, previous: undefined })
  return <ClicksChart title={title} {...clicks} isLive={isLive} />
}
