import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChartHead } from '../../features/analytics/clicks-chart-head.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { type AnalyticsFilter, useAnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { RangePicker } from '../../features/analytics/range/range-picker.tsx'
import { resetRangeAction } from '../../features/analytics/range/reset-range.tsx'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { usePreload } from '../../ui/states/use-preload.ts'
import { ClickLimitNotice } from '../limits/click-limit-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { ChartSkeleton, DashboardSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './dashboard.module.css'
import { DashboardStats } from './dashboard-stats.tsx'
import { TopLinks } from './top-links.tsx'

const FirstLink = lazyComponent(() => import('./first-run/first-link.tsx').then((module) => module.FirstLink))
const FirstClick = lazyComponent(() => import('./first-run/first-click.tsx').then((module) => module.FirstClick))
const NextSteps = lazyComponent(() => import('./first-run/next-steps.tsx').then((module) => module.NextSteps))
const DashboardChart = lazyComponent(() => import('./dashboard-chart.tsx').then((module) => module.DashboardChart))
// The card is below the chart.
const RecentLinks = lazyComponent(() => import('./dashboard-activity.tsx').then((module) => module.RecentLinks))
const DashboardActivity = lazyComponent(() => import('./dashboard-activity.tsx').then((module) => module.DashboardActivity))

const shownWithData = [DashboardChart, RecentLinks, DashboardActivity]

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
  usePreload(shownWithData)
  const overview = useQuery(overviewQuery(scope, filter.query))
  const isFirstClick = useWaitedForClick(overview.data)
  const chartLoading = <ChartSkeleton head={<ClicksChartHead title={chartTitle} query={filter.query} />} />

  return (
    <QueryBoundary
      query={overview}
      loading={<DashboardSkeleton chart={chartLoading} />}
      error="Your dashboard could not be loaded"
      planAction={resetRangeAction}
      empty={
        <Suspense fallback={<DashboardSkeleton />}>
          <FirstLink scope={scope} onShowArchive={() => void navigate('/links?archived=true')} />
        </Suspense>
      }
      isEmpty={({ activeLinks, totalClicks }) => activeLinks === 0 && totalClicks === 0}
    >
      {(data) => (
        <>
          <Suspense fallback={null}>
            {isFirstClick && <FirstClick scope={scope} hasClicks={data.totalClicks > 0} />}
            {data.totalClicks < clicksOfNewProject && <NextSteps scope={scope} />}
          </Suspense>
          <div className={classes.numbers} aria-busy={overview.isPlaceholderData}>
            <DashboardStats overview={data} filter={filter} previousClicks={previousClicks} />
            <Suspense fallback={chartLoading}>
              <DashboardChart
                scope={scope}
                title={chartTitle}
                query={filter.query}
                days={data.clicksByDay}
                isLive={isLive && !overview.isError}
              />
            </Suspense>
          </div>
          <div className={classes.halves}>
            <div className={classes.column}>
              <TopLinks overview={data} filter={filter} />
              <Suspense fallback={null}>
                <RecentLinks scope={scope} />
              </Suspense>
            </div>
            <div className={classes.column}>
              <Suspense fallback={null}>
                <DashboardActivity scope={scope} filter={chosen} />
              </Suspense>
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
