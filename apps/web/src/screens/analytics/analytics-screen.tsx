import { conditionNames, conditionsOfTab, type Entitlements } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { dashboardQuery, overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { MetricDefinitions } from '../../features/analytics/metric-definitions.tsx'
import {
  type AnalyticsFilter,
  hasConditions,
  useAnalyticsFilter,
  withConditionsOf,
} from '../../features/analytics/range/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../features/analytics/range/analytics-filter-bar.tsx'
import { resetRangeAction } from '../../features/analytics/range/range-picker.tsx'
import { AnalyticsViewMenu } from '../../features/analytics/saved-views/analytics-view-menu.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LazySuspense } from '../../ui/states/lazy-boundary.tsx'
import { joinQueries, QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { useComparableFilter } from '../limits/use-comparable-filter.ts'
import { Screen } from '../screen.tsx'
import { AnalyticsSkeleton, analyticsSubtitle } from './analytics-loading.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { NoClicks } from './no-clicks.tsx'
import { AnalyticsStats } from './tabs/analytics-stats.tsx'
import { DevicesTab } from './tabs/devices-tab.tsx'
import { GeographyTab } from './tabs/geography-tab.tsx'
import { LinksTab } from './tabs/links-tab.tsx'
import { OverviewChartLoading, OverviewTab } from './tabs/overview-tab.tsx'
import { SourcesTab } from './tabs/sources-tab.tsx'
import { usePreviousNumbers } from './use-previous-numbers.ts'
import { useTab } from './use-tab.ts'

// Each of these two is a screen of its own, about other numbers than clicks.
const StoreTab = lazyComponent(() => import('./tabs/store-tab.tsx').then((module) => module.StoreTab))
const EarningsTab = lazyComponent(() => import('./tabs/earnings-tab.tsx').then((module) => module.EarningsTab))

const tabs = [
  { name: 'overview', label: 'Overview' },
  { name: 'links', label: 'Links' },
  { name: 'sources', label: 'Sources' },
  { name: 'geography', label: 'Geography' },
  { name: 'devices', label: 'Devices' },
  { name: 'store', label: 'Store' },
  { name: 'earnings', label: 'Earnings' },
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
      <AnalyticsFilterBar filter={filter} saved={<AnalyticsViewMenu scope={scope} />} />
      {hasConditions(filter) && <ConditionChips scope={scope} conditions={filter.conditions} tab={tab.name} />}
      <ClickLimitNotice />
      <AnalyticsView filter={ofTab(filter)} tab={tab.name} tabLinks={<TabLinks label="Analytics" tabs={tab.links} shown={tab.shown} />} />
    </Screen>
  )
}

function AnalyticsView({ filter, tab, tabLinks }: { filter: AnalyticsFilter; tab: TabName; tabLinks: React.ReactNode }) {
  const { scope } = useProject()
  if (tab !== 'store' && tab !== 'earnings') return <ClicksView filter={filter} tab={tab} tabs={tabLinks} />
  const Tab = tab === 'store' ? StoreTab : EarningsTab
  return (
    <LazySuspense fallback={<AnalyticsSkeleton />}>
      <Tab scope={scope} filter={filter} tabs={tabLinks} />
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
          <NoClicks hasActiveLinks={(overview.data?.activeLinks ?? 0) > 0} />
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

          {tab === 'links' && <LinksTab scope={scope} query={filter.query} />}
          {tab === 'sources' && <SourcesTab scope={scope} query={filter.query} />}
          {tab === 'geography' && <GeographyTab scope={scope} query={filter.query} />}
          {tab === 'devices' && <DevicesTab scope={scope} query={filter.query} />}

          <MetricDefinitions />
        </>
      )}
    </QueryBoundary>
  )
}
