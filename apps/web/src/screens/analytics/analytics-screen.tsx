import { conditionNames, conditionsOfTab, type Entitlements } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { dashboardQuery, overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { useLive } from '../../features/analytics/live/use-live.ts'
import {
  type AnalyticsFilter,
  hasConditions,
  useAnalyticsFilter,
  withConditionsOf,
} from '../../features/analytics/range/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../features/analytics/range/analytics-filter-bar.tsx'
import { resetRangeAction } from '../../features/analytics/range/reset-range.tsx'
import { ReportMenu } from '../../features/analytics/reports/report-menu.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { LazySuspense } from '../../ui/states/lazy-suspense.tsx'
import { joinQueries, QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { usePreload } from '../../ui/states/use-preload.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ClickLimitNotice } from '../limits/click-limit-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { Screen } from '../screen.tsx'
import { AnalyticsSkeleton, analyticsSubtitle, ConditionChipsSkeleton, TableSkeleton } from './analytics-loading.tsx'
import { AnalyticsStats } from './tabs/analytics-stats.tsx'
import { OverviewChartLoading, OverviewTab, overviewParts } from './tabs/overview-tab.tsx'
import { usePreviousNumbers } from './use-previous-numbers.ts'
import { useTab } from './use-tab.ts'

const NoClicks = lazyComponent(() => import('./no-clicks.tsx').then((module) => module.NoClicks))
const ConditionChips = lazyComponent(() => import('./condition-chips.tsx').then((module) => module.ConditionChips))
const LinksTab = lazyComponent(() => import('./tabs/links-tab.tsx').then((module) => module.LinksTab))
const MetricDefinitions = lazyComponent(() =>
  import('../../features/analytics/metric-definitions.tsx').then((module) => module.MetricDefinitions),
)
const SourcesTab = lazyComponent(() => import('./tabs/sources-tab.tsx').then((module) => module.SourcesTab))
const GeographyTab = lazyComponent(() => import('./tabs/geography-tab.tsx').then((module) => module.GeographyTab))
const DevicesTab = lazyComponent(() => import('./tabs/devices-tab.tsx').then((module) => module.DevicesTab))
const EarningsTab = lazyComponent(() => import('./tabs/earnings-tab.tsx').then((module) => module.EarningsTab))
const StoreTab = lazyComponent(() => import('./tabs/store-tab.tsx').then((module) => module.StoreTab))

const shownWithData = [...overviewParts, MetricDefinitions]

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'links', label: 'Links', part: LinksTab },
  { name: 'sources', label: 'Sources', part: SourcesTab },
  { name: 'geography', label: 'Geography', part: GeographyTab },
  { name: 'devices', label: 'Devices', part: DevicesTab },
  { name: 'store', label: 'Store', part: StoreTab },
  { name: 'earnings', label: 'Earnings', part: EarningsTab },
] as const
type TabName = (typeof tabs)[number]['name']

export function AnalyticsScreen() {
  const { scope, entitlements } = useProject()
  const tab = useTab(
    tabs.filter(({ name }) => isShown(name, entitlements)),
    'overview',
  )
  const chosen = useAnalyticsFilter(entitlements, entitlements.hasFullAnalytics ? conditionNames : [])
  const ofTab = (filter: AnalyticsFilter) => withConditionsOf(filter, conditionsOfTab(tab.name))
  const filter = useComparableFilter(chosen, usePreviousNumbers(scope, tab.name, ofTab(chosen)))
  return (
    <Screen title="Analytics" subtitle={analyticsSubtitle}>
      <AnalyticsFilterBar filter={filter} saved={<ReportMenu scope={scope} />} />
      {hasConditions(filter) && (
        <Suspense fallback={<ConditionChipsSkeleton />}>
          <ConditionChips scope={scope} conditions={filter.conditions} tab={tab.name} />
        </Suspense>
      )}
      <ClickLimitNotice />
      <AnalyticsView filter={ofTab(filter)} tab={tab.name} tabLinks={<TabLinks label="Analytics" tabs={tab.links} shown={tab.shown} />} />
    </Screen>
  )
}

function AnalyticsView({ filter, tab, tabLinks }: { filter: AnalyticsFilter; tab: TabName; tabLinks: React.ReactNode }) {
  const { scope } = useProject()
  if (tab !== 'store' && tab !== 'earnings') return <ClicksView filter={filter} tab={tab} tabs={tabLinks} />
  return (
    <LazySuspense fallback={<AnalyticsSkeleton />}>
      {tab === 'store' ? (
        <StoreTab scope={scope} filter={filter} tabs={tabLinks} />
      ) : (
        <EarningsTab scope={scope} filter={filter} tabs={tabLinks} />
      )}
    </LazySuspense>
  )
}

function isShown(tab: TabName, { hasFullAnalytics, hasProducts }: Pick<Entitlements, 'hasFullAnalytics' | 'hasProducts'>): boolean {
  if (tab === 'overview' || tab === 'earnings') return true
  return tab === 'store' ? hasProducts : hasFullAnalytics
}

interface ClicksViewProps {
  filter: AnalyticsFilter
  tab: Exclude<TabName, 'store' | 'earnings'>
  tabs: React.ReactNode
}

/** The clicks of all links. */
function ClicksView({ filter, tab, tabs }: ClicksViewProps) {
  const { scope } = useProject()
  const isLive = useLive(scope)
  usePreload(shownWithData)
  const dashboard = useQuery(dashboardQuery(scope, filter.query))
  const overview = useQuery(overviewQuery(scope, filter.query))

  return (
    <QueryBoundary
      query={joinQueries({ dashboard, overview })}
      loading={<AnalyticsSkeleton chart={tab === 'overview' ? <OverviewChartLoading scope={scope} filter={filter} /> : undefined} />}
      error="Your analytics could not be loaded"
      planAction={resetRangeAction}
      empty={
        <>
          {tabs}
          <Suspense fallback={<AnalyticsSkeleton />}>
            <NoClicks hasActiveLinks={(overview.data?.activeLinks ?? 0) > 0} />
          </Suspense>
        </>
      }
      // A project without human clicks may have bot clicks, so a view that includes bots is not empty.
      isEmpty={(data) => data.overview.totalClicks === 0 && filter.bots === 'exclude'}
    >
      {(data) => (
        <>
          <AnalyticsStats scope={scope} filter={filter} dashboard={data.dashboard} isStale={dashboard.isPlaceholderData} />
          {tabs}
          {tab === 'overview' && (
            <OverviewTab scope={scope} filter={filter} overview={data.overview} isStale={overview.isPlaceholderData} isLive={isLive} />
          )}
          <LazySuspense fallback={<TableSkeleton />}>
            {tab === 'links' && <LinksTab scope={scope} query={filter.query} />}
            {tab === 'sources' && <SourcesTab scope={scope} query={filter.query} />}
            {tab === 'geography' && <GeographyTab scope={scope} query={filter.query} />}
            {tab === 'devices' && <DevicesTab scope={scope} query={filter.query} />}
          </LazySuspense>
          <Suspense fallback={null}>
            <MetricDefinitions />
          </Suspense>
        </>
      )}
    </QueryBoundary>
  )
}
