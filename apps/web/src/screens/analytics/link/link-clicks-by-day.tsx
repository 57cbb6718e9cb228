import { hourlyRangeDays } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { linkClicksQuery, markedChangesQuery } from '../../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../../features/analytics/clicks-chart.tsx'
import { ExportButton } from '../../../features/analytics/export/export-button.tsx'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { countDays } from '../../../features/analytics/range/date-range.ts'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { useChartClicks } from '../../../features/analytics/use-chart-clicks.ts'
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

/** Shows a link's clicks by day or hour, and its QR code scans by day. */
export function LinkClicksByDay({ scope, urlId, filter: { query, previousQuery }, isLive }: LinkClicksByDayProps) {
  const linkCondition = { url_id: urlId }
  const clicks = useQuery(linkClicksQuery(scope, urlId, query))
  const previous = useQuery({ ...linkClicksQuery(scope, urlId, previousQuery ?? query), enabled: previousQuery !== undefined })
  const { data: changes } = useQuery(markedChangesQuery(scope, { ...query, ...linkCondition }))
  const byTime = useChartClicks(
    scope,
    { query: { ...query, ...linkCondition }, previousQuery: previousQuery && { ...previousQuery, ...linkCondition } },
    { days: clicks.data ?? [], previous: previousQuery !== undefined && !previous.isPlaceholderData ? previous.data : undefined },
  )

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
            title={countDays(query) <= hourlyRangeDays ? 'Clicks by hour' : 'Clicks by day'}
            {...byTime}
            bots={query.bots}
            isLive={isLive}
            changes={changes}
            emptyText="No clicks in this period."
            actions={<ExportButton scope={scope} query={{ ...query, table: 'link', url_id: urlId }} name="clicks and scans by day" />}
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
