import type { EarningsSummary } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChartHead } from '../../features/analytics/clicks-chart-head.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { type AnalyticsFilter, useAnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { RangePicker, resetRangeAction } from '../../features/analytics/range/range-picker.tsx'
import { RecentClicks } from '../../features/analytics/recent-clicks/recent-clicks.tsx'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { linkReportQuery } from '../../features/link-report/report-queries.ts'
import { useIsTopBarAddLinkHidden } from '../../features/links/create/top-bar-add-link.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { clicksOfNewProject } from '../first-steps/first-steps.ts'
import { PlanLimitNotice } from '../limits/upgrade-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { ChartSkeleton, DashboardSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { Attention, AttentionLoading, isConcernCountKnown } from './attention.tsx'
import classes from './dashboard.module.css'
import { DashboardNumbers, toDayBounds } from './dashboard-numbers.tsx'
import { readLastFigureCount } from './dashboard-stats.tsx'
import { FirstClick } from './first-run/first-click.tsx'
import { FirstLink, FirstRunSkeleton } from './first-run/first-link.tsx'
import { NextSteps } from './first-run/next-steps.tsx'
import { RecentLinks } from './recent-links.tsx'
import { TopLinks } from './top-links.tsx'

const chartTitle = 'Clicks over time'

export function DashboardScreen() {
  const { project, scope, entitlements } = useProject()
  const chosen = useAnalyticsFilter(entitlements, [])
  const { query, previousQuery } = chosen
  const previous = useQuery({ ...overviewQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const previousClicks = previous.data && !previous.isPlaceholderData ? sumClicks(previous.data.clicksByDay) : undefined
  const filter = useComparableFilter(chosen, { of: 'clicks', isEmpty: previousClicks === 0, countedFor: project.id })
  // While the dashboard asks for the first link, it shows no numbers, so it has no date range.
  const isFirstRun = useIsTopBarAddLinkHidden()
  return (
    <Screen title="Dashboard" subtitle="How your links are doing" action={!isFirstRun && <RangePicker filter={filter} />}>
      <PlanLimitNotice />
      <DashboardView key={project.id} chosen={chosen} filter={filter} previousClicks={previousClicks} />
    </Screen>
  )
}

interface DashboardViewProps {
  chosen: AnalyticsFilter
  /** The chosen filter, but without a comparison if the previous period has no clicks. */
  filter: AnalyticsFilter
  /** The clicks of the previous period. Undefined while these clicks are loading. */
  previousClicks: number | undefined
}

function DashboardView({ chosen, filter, previousClicks }: DashboardViewProps) {
  const { project, organization, scope } = useProject()
  const navigate = useNavigate()
  const hasNoLinks = project.link_count === 0
  const isLive = useLive(scope)
  const overview = useQuery(overviewQuery(scope, filter.query))
  const isFirstClick = useWaitedForClick(overview.data)
  const hadNoLinks = useHasBeenTrue(overview.data !== undefined && isWithoutLinks(overview.data))
  const chartLoading = <ChartSkeleton head={<ClicksChartHead title={chartTitle} query={filter.query} />} />
  const loading = <DashboardSkeleton figures={readLastFigureCount()} problems={<AttentionLoading />} chart={chartLoading} />
  const earnings = useQuery(earningsQuery(scope, toDayBounds(chosen.query)))
  const isFormKnown = useIsFormKnown(scope, earnings.isPending)
  if (overview.data !== undefined && !isWithoutLinks(overview.data) && !isFormKnown) return loading

  return (
    <QueryBoundary
      query={overview}
      loading={hasNoLinks ? <FirstRunSkeleton /> : loading}
      error="Your dashboard could not be loaded"
      planAction={resetRangeAction}
      empty={<FirstLink scope={scope} hasNoLinks={hasNoLinks} onShowArchive={() => void navigate('/links?archived=true')} />}
      isEmpty={isWithoutLinks}
    >
      {(data) => (
        <>
          {isFirstClick && <FirstClick scope={scope} takesFocus={hadNoLinks} hasClicks={data.clicksAllTime > 0} />}
          {data.clicksAllTime < clicksOfNewProject && <NextSteps scope={scope} />}
          {isWithoutNumbers(data, earnings.data) ? (
            <NewProject scope={scope} activeLinks={data.activeLinks} />
          ) : (
            <>
              <DashboardNumbers
                scope={scope}
                title={chartTitle}
                overview={data}
                earnings={earnings}
                chosen={chosen}
                filter={filter}
                previousClicks={previousClicks}
                isLive={isLive && !overview.isError}
                isStale={overview.isPlaceholderData}
              />
              <TopLinks scope={scope} overview={data} filter={filter} hasEarned={hasEarnings(earnings.data)} />
              <div className={classes.halves}>
                <RecentLinks scope={scope} expected={data.activeLinks} />
                <RecentClicks scope={scope} isOwner={organization.role === 'owner'} expected={data.totalClicks} />
              </div>
            </>
          )}
        </>
      )}
    </QueryBoundary>
  )
}

/** Shows a project without clicks and earnings: what needs attention, and its links if it has several. */
function NewProject({ scope, activeLinks }: { scope: ProjectScope; activeLinks: number }) {
  return (
    <>
      <Attention scope={scope} />
      {activeLinks > 1 && <RecentLinks scope={scope} expected={activeLinks} />}
    </>
  )
}

/**
 * Returns whether it is known which figures and cards the dashboard shows. At the first visit in a browser, they are
 * unknown until the earnings and the link report are loaded. Until then, a later visit shows those of the last visit.
 */
function useIsFormKnown(scope: ProjectScope, areEarningsPending: boolean): boolean {
  const report = useQuery(linkReportQuery(scope))
  const areFiguresKnown = readLastFigureCount() !== undefined || !areEarningsPending
  // After an error, the cards load again when they are mounted. The form stays known in the meantime.
  return useHasBeenTrue(areFiguresKnown && (isConcernCountKnown() || !report.isPending))
}

/** Returns whether every figure would be zero, so that the dashboard shows only the next step. */
function isWithoutNumbers({ clicksAllTime }: LinkTotals, earnings: EarningsSummary | undefined): boolean {
  return clicksAllTime === 0 && !hasEarnings(earnings)
}

function hasEarnings(earnings: EarningsSummary | undefined): boolean {
  return earnings !== undefined && earnings.totals.length > 0
}

interface LinkTotals {
  activeLinks: number
  clicksAllTime: number
}

function isWithoutLinks({ activeLinks, clicksAllTime }: LinkTotals): boolean {
  return activeLinks === 0 && clicksAllTime === 0
}

/**
 * Returns whether the project had links but no clicks at any time since the screen was opened. So it still returns true
 * after the first click.
 */
function useWaitedForClick(overview: LinkTotals | undefined): boolean {
  return useHasBeenTrue(overview !== undefined && overview.activeLinks > 0 && overview.clicksAllTime === 0)
}

/** Returns true if the condition has been true in any render since the component was mounted. */
function useHasBeenTrue(condition: boolean): boolean {
  const [hasBeenTrue, setHasBeenTrue] = useState(condition)
  if (condition && !hasBeenTrue) setHasBeenTrue(true)
  return hasBeenTrue || condition
}
