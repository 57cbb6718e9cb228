import type { Overview } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { markedChangesQuery, overviewQuery } from '../../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../../features/analytics/clicks-chart.tsx'
import { ClicksChartHead } from '../../../features/analytics/clicks-chart-head.tsx'
import { countDeletedLinkClicks } from '../../../features/analytics/deleted-link-clicks.ts'
import { ExportButton } from '../../../features/analytics/export/export-button.tsx'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { useChartClicks } from '../../../features/analytics/use-chart-clicks.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { ChartSkeleton } from '../../loading.tsx'
import classes from '../analytics.module.css'
import { TopLinksTable } from './top-links-table.tsx'

const chartTitle = 'Clicks over time'

interface ChartScope {
  scope: ProjectScope
  filter: AnalyticsFilter
}

interface OverviewTabProps extends ChartScope {
  overview: Overview
  /** True while `overview` is the result of an earlier query. */
  isStale: boolean
  isLive: boolean
}

export function OverviewTab({ scope, filter, overview, isStale, isLive }: OverviewTabProps) {
  const { hasFullAnalytics } = useProject().entitlements
  const { query, previousQuery, bots } = filter
  const previous = useQuery({ ...overviewQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const hasPrevious = previousQuery !== undefined && !previous.isPlaceholderData
  const { data: changes } = useQuery(markedChangesQuery(scope, query))
  const clicks = useChartClicks(scope, filter, {
    days: overview.clicksByDay,
    previous: hasPrevious ? previous.data?.clicksByDay : undefined,
  })

  return (
    <div className={classes.parts} aria-busy={isStale}>
      <ClicksChart
        title={chartTitle}
        {...clicks}
        bots={bots}
        isLive={isLive}
        changes={changes}
        emptyText="No clicks in this period."
        actions={<ExportDays scope={scope} filter={filter} />}
      />
      <TopLinksTable
        scope={scope}
        query={query}
        links={overview.topPerformingLinks}
        deletedClicks={countDeletedLinkClicks(overview)}
        actions={hasFullAnalytics && <ExportButton scope={scope} query={{ ...query, table: 'urls' }} name="links" />}
      />
    </div>
  )
}

/** The skeleton of the chart while its code or its clicks load. */
export function OverviewChartLoading({ scope, filter }: ChartScope) {
  const actions = <ExportDays scope={scope} filter={filter} />
  return <ChartSkeleton head={<ClicksChartHead title={chartTitle} query={filter.query} actions={actions} />} />
}

function ExportDays({ scope, filter: { query } }: ChartScope) {
  return <ExportButton scope={scope} query={{ ...query, table: 'overview' }} name="clicks by day" />
}
