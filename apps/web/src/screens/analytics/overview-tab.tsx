import type { Overview } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import type { AnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import { ExportButton } from '../../features/analytics/export-button.tsx'
import { traffic } from '../../features/analytics/traffic-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import classes from './analytics.module.css'
import { TopLinksTable } from './top-links-table.tsx'

interface OverviewTabProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  overview: Overview
  /** The numbers are those of the days shown before. */
  isOld: boolean
  isLive: boolean
}

export function OverviewTab({ scope, filter, overview, isOld, isLive }: OverviewTabProps) {
  const { full_analytics_enabled: hasFull } = useProject().organization
  const { query, queryBefore, bots } = filter
  const before = useQuery({ ...traffic(scope, queryBefore ?? query), enabled: queryBefore !== undefined })
  const isThere = queryBefore !== undefined && !before.isPlaceholderData

  return (
    <div className={classes.parts} aria-busy={isOld}>
      <ClicksChart
        title="Clicks over time"
        days={overview.clicksByDay}
        before={isThere ? before.data?.clicksByDay : undefined}
        bots={bots}
        isLive={isLive}
        whenEmpty="Nobody clicked in these days."
        actions={<ExportButton scope={scope} query={{ ...query, of: 'overview' }} name="clicks by day" />}
      />
      <TopLinksTable
        scope={scope}
        links={overview.topPerformingLinks}
        actions={hasFull && <ExportButton scope={scope} query={{ ...query, of: 'urls' }} name="links" />}
      />
    </div>
  )
}
