import type { DailyClicks } from '@linkshelf/contract'
import { formatMoney } from '@linkshelf/contract'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import { ClicksChartHead } from '../../features/analytics/clicks-chart-head.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { type AnalyticsFilter, type ClicksQuery, useAnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { RangePicker, resetRangeAction } from '../../features/analytics/range/range-picker.tsx'
import { RecentClicks } from '../../features/analytics/recent-clicks/recent-clicks.tsx'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { Delta } from '../../features/analytics/trend/delta.tsx'
import { useClicksByHour } from '../../features/analytics/use-clicks-by-hour.ts'
import { EarnedAmounts } from '../../features/earnings/earned-amounts.tsx'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { useIsTopBarAddLinkHidden } from '../../features/links/create/top-bar-add-link.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { Card } from '../../ui/card.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { clicksOfNewProject } from '../first-steps/first-steps.ts'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { ChartSkeleton, DashboardSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { Attention } from './attention.tsx'
import classes from './dashboard.module.css'
import { DashboardStats } from './dashboard-stats.tsx'
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
  // The first run has no numbers of a range.
  const isFirstRun = useIsTopBarAddLinkHidden()
  return (
    <Screen title="Dashboard" subtitle="How your links are doing" action={!isFirstRun && <RangePicker filter={filter} />}>
      <ClickLimitNotice />
      <DashboardView key={project.id} chosen={chosen} filter={filter} previousClicks={previousClicks} />
    </Screen>
  )
}

interface DashboardViewProps {
  chosen: AnalyticsFilter
  /** The chosen filter, without a comparison where the previous period has no clicks. */
  filter: AnalyticsFilter
  /** The clicks of the previous period, once they are known. */
  previousClicks: number | undefined
}

function DashboardView({ chosen, filter, previousClicks }: DashboardViewProps) {
  const { project, scope } = useProject()
  const navigate = useNavigate()
  const hasNoLinks = project.link_count === 0
  const isLive = useLive(scope)
  const overview = useQuery(overviewQuery(scope, filter.query))
  const isFirstClick = useWaitedForClick(overview.data)
  const hadNoLinks = useHasBeenTrue(overview.data !== undefined && isWithoutLinks(overview.data))
  const chartLoading = <ChartSkeleton head={<ClicksChartHead title={chartTitle} query={filter.query} />} />

  return (
    <QueryBoundary
      query={overview}
      loading={hasNoLinks ? <FirstRunSkeleton /> : <DashboardSkeleton chart={chartLoading} />}
      error="Your dashboard could not be loaded"
      planAction={resetRangeAction}
      empty={<FirstLink scope={scope} hasNoLinks={hasNoLinks} onShowArchive={() => void navigate('/links?archived=true')} />}
      isEmpty={isWithoutLinks}
    >
      {(data) => (
        <>
          {isFirstClick && <FirstClick scope={scope} takesFocus={hadNoLinks} hasClicks={data.clicksAllTime > 0} />}
          {data.clicksAllTime < clicksOfNewProject && <NextSteps scope={scope} />}

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
              <RecentLinks scope={scope} expected={data.activeLinks} />
            </div>
            <div className={classes.column}>
              <DashboardActivity scope={scope} filter={chosen} clicks={data.totalClicks} />
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  )
}

interface LinkTotals {
  activeLinks: number
  clicksAllTime: number
}

function isWithoutLinks({ activeLinks, clicksAllTime }: LinkTotals): boolean {
  return activeLinks === 0 && clicksAllTime === 0
}

/** Returns true from when the project has links and no click, while the screen is shown: also after the first click. */
function useWaitedForClick(overview: LinkTotals | undefined): boolean {
  return useHasBeenTrue(overview !== undefined && overview.activeLinks > 0 && overview.clicksAllTime === 0)
}

/** Returns whether the condition has been true in any render since the component was mounted. */
function useHasBeenTrue(condition: boolean): boolean {
  const [hasBeenTrue, setHasBeenTrue] = useState(condition)
  if (condition && !hasBeenTrue) setHasBeenTrue(true)
  return hasBeenTrue || condition
}

interface DashboardChartProps {
  scope: ProjectScope
  title: string
  query: ClicksQuery
  days: readonly DailyClicks[]
  isLive: boolean
}

/** The clicks of the selected range by day, or by hour where it is short. */
function DashboardChart({ scope, title, query, days, isLive }: DashboardChartProps) {
  const clicks = useClicksByHour(scope, { query, previousQuery: undefined }, { days, previous: undefined })
  return <ClicksChart title={title} {...clicks} isLive={isLive} />
}

interface DashboardActivityProps {
  scope: ProjectScope
  /** The filter as the user chose it: earnings are compared where there are earlier ones, even if clicks are not. */
  filter: AnalyticsFilter
  /** All clicks of the project. */
  clicks: number
}

/** The cards beside the top links: problems, earnings, and the last clicks. */
function DashboardActivity({ scope, filter, clicks }: DashboardActivityProps) {
  const { organization } = useProject()
  return (
    <>
      <Attention scope={scope} />
      <EarnedInRange scope={scope} filter={filter} isReserved={clicks > 0} />
      <RecentClicks scope={scope} isOwner={organization.role === 'owner'} expected={clicks} />
    </>
  )
}

interface EarnedInRangeProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  /** Whether the card has its place before it is known whether there is anything to show. */
  isReserved: boolean
}

/** Shows the earnings of the links in the selected days, by currency. What is below never moves. */
function EarnedInRange({ scope, filter: chosen, isReserved }: EarnedInRangeProps) {
  const { data, isError } = useQuery(earningsQuery(scope, daysOf(chosen.query)))
  const hasEarned = data !== undefined && data.totals.length > 0
  const previous = useQuery({
    ...earningsQuery(scope, daysOf(chosen.previousQuery ?? chosen.query)),
    enabled: hasEarned && chosen.previousQuery !== undefined,
  })
  const previousTotals = previous.isPlaceholderData ? undefined : previous.data?.totals
  const filter = useComparableFilter(chosen, { of: 'earnings', isEmpty: previousTotals?.length === 0 })
  if (!hasEarned && !isReserved) return null
  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Earned</Title>
        <RouteLink to="/analytics?tab=earnings" className={classes.link}>
          See earnings
        </RouteLink>
      </div>
      <div className={classes.earned}>
        {hasEarned ? (
          <EarnedAmounts
            totals={data.totals}
            deltaOf={({ currency, earned }) => (
              <Delta
                current={earned}
                previous={previousTotals && (previousTotals.find((one) => one.currency === currency)?.earned ?? 0)}
                range={filter.previousQuery}
                format={(amount) => formatMoney(amount, currency)}
              />
            )}
          />
        ) : data === undefined && !isError ? (
          <Skeleton height={30} width="45%" />
        ) : (
          <p className={classes.none}>{isError ? 'The earnings could not be loaded.' : 'No earnings in this period.'}</p>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {filter.selected.label}
      </Text>
    </Card>
  )
}

function daysOf({ tz, from, to }: AnalyticsFilter['query']) {
  return { tz, from, to }
}
