import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api.ts'
import { linkClicksQuery } from '../../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../../features/analytics/clicks-chart.tsx'
import { ExportButton } from '../../../features/analytics/export/export-button.tsx'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { resetRangeAction } from '../../../features/analytics/range/reset-range.tsx'
import { DayChartCard } from '../../../ui/charts/day-chart-card.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { ChartSkeleton } from '../../loading.tsx'
import classes from '../analytics.module.css'

const scansHeightPx = 160

interface LinkClicksByDayProps {
  scope: ProjectScope
  urlId: string
  filter: AnalyticsFilter
  isLive: boolean
}

/** The clicks of a link by day, and those that came through its QR code. */
export function LinkClicksByDay({ scope, urlId, filter: { query, previousQuery }, isLive }: LinkClicksByDayProps) {
  const clicks = useQuery(linkClicksQuery(scope, urlId, query))
  const previous = useQuery({ ...linkClicksQuery(scope, urlId, previousQuery ?? query), enabled: previousQuery !== undefined })

  return (
    <QueryBoundary
      query={clicks}
      loading={<ChartSkeleton />}
      error="The clicks of this link could not be loaded"
      planAction={resetRangeAction}
    >
      {(days) => (
        <div className={classes.parts} aria-busy={clicks.isPlaceholderData}>
          <ClicksChart
            title="Clicks by day"
            days={days}
            previous={previousQuery !== undefined && !previous.isPlaceholderData ? previous.data : undefined}
            bots={query.bots}
            isLive={isLive}
            emptyText="No clicks in this period."
            actions={<ExportButton scope={scope} query={{ ...query, of: 'link', url_id: urlId }} name="clicks and scans by day" />}
          />
          {days.some(({ scans }) => scans > 0) && (
            <DayChartCard
              title="Scans by day"
              unit="Scans"
              timeZone={query.tz}
              days={days.map(({ date, scans }) => ({ date, value: scans }))}
              heightPx={scansHeightPx}
              emptyText="No scans in this period."
            />
          )}
        </div>
      )}
    </QueryBoundary>
  )
}
