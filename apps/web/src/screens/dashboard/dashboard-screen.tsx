import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChartHead } from '../../features/analytics/clicks-chart-head.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { type AnalyticsFilter, useAnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { RangePicker, resetRangeAction } from '../../features/analytics/range/range-picker.tsx'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { ChartSkeleton, DashboardSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './dashboard.module.css'
import { DashboardActivity, RecentLinks } from './dashboard-activity.tsx'
import { DashboardChart } from './dashboard-chart.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { FirstClick } from './first-run/first-click.tsx'
import { FirstLink } from './first-run/first-link.tsx'
import { NextSteps } from './first-run/next-steps.tsx'
import { TopLinks } from './top-links.tsx'

const chartTitle = 'Clicks over time'

/** Up to this many clicks, a project is new: it is shown what else there is to do. */
const clicksOfNewProject = 100

export function DashboardScreen() {
  const { project, scope, entitlements } = useProject()
  const chosen = useAnalyticsFilter(entitlements, [])
  const { query, previousQuery } = chosen
  const previous = useQuery({ ...overviewQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const previousClicks = previous.data && !previous.isPlaceholderData ? sumClicks(previous.data.clicksByDay) : undefined
  const filter = useComparableFilter(chosen, { of: 'clicks', isEmpty: previousClicks === 0, countedFor: project.id })
  return (
    <Screen title="Dashboard" subtitle="How your links are doing" action={<RangePicker filter={filter} />}>
      <ClickLimitNotice />
      <DashboardView key={project.id} chosen={chosen} filter={filter} previousClicks={previousClicks} />
    </Screen>
  )
}

interface DashboardViewProps {
  chosen: AnalyticsFilter
  /** The same, without a comparison where clicks have none. */
  filter: AnalyticsFilter
  /** The clicks of the previous period, once they are known. */
  previousClicks: number | undefined
}

function DashboardView({ chosen, filter, previousClicks }: DashboardViewProps) {
  const { scope } = useProject()
  const navigate = useNavigate()
  const isLive = useLive(scope)
  const overview = useQuery(overviewQuery(scope, filter.query))
  const isFirstClick = useWaitedForClick(overview.data)
  const chartLoading = <ChartSkeleton head={<ClicksChartHead title={chartTitle} query={filter.query} />} />

  return (
    <QueryBoundary
      query={overview}
      loading={<DashboardSkeleton chart={chartLoading} />}
      error="Your dashboard could not be loaded"
      planAction={resetRangeAction}
      empty={<FirstLink scope={scope} onShowArchive={() => void navigate('/links?archived=true')} />}
      isEmpty={({ activeLinks, totalClicks }) => activeLinks === 0 && totalClicks === 0}
    >
      {(data) => (
        <>
          {isFirstClick && <FirstClick scope={scope} hasClicks={data.totalClicks > 0} />}
          {data.totalClicks < clicksOfNewProject && <NextSteps scope={scope} />}

          <div className={classes.numbers} aria-busy={overview.isPlaceholderData}>
            <DashboardStats overview={data} filter={filter} previousClicks={previousClicks} />
            <DashboardChart
              scope={scope}
              title={chartTitle}
              query={filter.query}
              days={data.clicksByDay}
              isLive={isLive && !overview.isError}
            />
          </div>
          <div className={classes.halves}>
            <div className={classes.column}>
              <TopLinks overview={data} filter={filter} />
              <RecentLinks scope={scope} />
            </div>
            <div className={classes.column}>
              <DashboardActivity scope={scope} filter={chosen} />
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  )
}

/** True from when the project has links and no click, while the screen is shown: also after the first click. */
function useWaitedForClick(overview: { activeLinks: number; totalClicks: number } | undefined): boolean {
  const [hasWaited, setWaited] = useState(false)
  const isWaiting = overview !== undefined && overview.activeLinks > 0 && overview.totalClicks === 0
  if (isWaiting && !hasWaited) setWaited(true)
  return hasWaited || isWaiting
}
