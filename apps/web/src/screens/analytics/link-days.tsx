import type { DailyLinkClicks } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import type { AnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { AnalyticsTrouble } from '../../features/analytics/analytics-trouble.tsx'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import { ExportButton } from '../../features/analytics/export-button.tsx'
import { daysOfLink } from '../../features/analytics/link-traffic-queries.ts'
import { DayChartCard } from '../../ui/day-chart-card.tsx'
import { ChartSkeleton } from '../loading.tsx'
import classes from './analytics.module.css'

const scansHeightPx = 160

interface LinkDaysProps {
  scope: ProjectScope
  urlId: string
  filter: AnalyticsFilter
  /** Whether the numbers are moving. */
  isLive: boolean
}

/** The clicks of a link by day, and by day those of them that came through its QR code. */
export function LinkDays({ scope, urlId, filter: { query, queryBefore }, isLive }: LinkDaysProps) {
  const { data: days, error, isPlaceholderData, refetch } = useQuery(daysOfLink(scope, urlId, query))
  const before = useQuery({ ...daysOfLink(scope, urlId, queryBefore ?? query), enabled: queryBefore !== undefined })

  if (days === undefined && error !== null) {
    return <AnalyticsTrouble title="The clicks of this link could not be loaded" error={error} onRetry={refetch} />
  }
  if (days === undefined) return <ChartSkeleton />
  return (
    <div className={classes.parts} aria-busy={isPlaceholderData}>
      <ClicksChart
        title="Clicks by day"
        days={days}
        before={queryBefore !== undefined && !before.isPlaceholderData ? before.data : undefined}
        bots={query.bots}
        isLive={isLive}
        whenEmpty="Nobody clicked in these days."
        actions={<ExportButton scope={scope} query={{ ...query, of: 'link', url_id: urlId }} name="clicks and scans by day" />}
      />
      {hasScans(days) && (
        <DayChartCard
          title="Scans by day"
          unit="Scans"
          timeZone={query.tz}
          days={days.map(({ date, scans }) => ({ date, value: scans }))}
          heightPx={scansHeightPx}
          whenEmpty="No scans in these days."
        />
      )}
    </div>
  )
}

function hasScans(days: readonly DailyLinkClicks[]): boolean {
  return days.some(({ scans }) => scans > 0)
}
