import { type AnalyticsTab, conditionNames, type EarningsSummary, listTabConditions, type StoreTraffic } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink, useNavigate } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { dashboardQuery, overviewQuery, storeTrafficQuery } from '../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../features/analytics/breakdown/breakdown-card.tsx'
import { DeletionNotice } from '../../features/analytics/deletion-notice.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { MetricDefinitions } from '../../features/analytics/metric-definitions.tsx'
import {
  type AnalyticsFilter,
  type ClicksQuery,
  hasConditions,
  pickConditions,
  useAnalyticsFilter,
} from '../../features/analytics/range/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../features/analytics/range/analytics-filter-bar.tsx'
import { resetRangeAction } from '../../features/analytics/range/range-picker.tsx'
import { AnalyticsViewMenu } from '../../features/analytics/saved-views/analytics-view-menu.tsx'
import { earningsImportsQuery, earningsQuery } from '../../features/earnings/earnings-queries.ts'
import { EmptyActiveLinks } from '../../features/links/list/empty-links.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { joinQueries, QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { readLastRowCount, useRowCount } from '../../ui/states/row-count.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { type Previous, useComparableFilter } from '../limits/use-comparable-filter.ts'
import { ChartSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './analytics.module.css'
import { AnalyticsSkeleton, analyticsSubtitle } from './analytics-loading.tsx'
import { analyticsTabList, isTabShown } from './analytics-tabs.ts'
import { ConditionChips } from './condition-chips.tsx'
import { AnalyticsStats } from './tabs/analytics-stats.tsx'
import { GeographyTab } from './tabs/geography-tab.tsx'
import { OverviewChartLoading, OverviewTab } from './tabs/overview-tab.tsx'
import { useTab } from './use-tab.ts'

// These tabs are loaded lazily, because store and earnings show other numbers than clicks, and links and sources need
// much code.
const StoreTab = createLazyComponent(() => import('./tabs/store-tab.tsx').then((module) => module.StoreTab))
const EarningsTab = createLazyComponent(() => import('./tabs/earnings-tab.tsx').then((module) => module.EarningsTab))
const LinksTab = createLazyComponent(() => import('./tabs/links-tab.tsx').then((module) => module.LinksTab))
const SourcesTab = createLazyComponent(() => import('./tabs/sources-tab.tsx').then((module) => module.SourcesTab))

export function AnalyticsScreen() {
  const { scope, entitlements } = useProject()
  const tab = useTab(
    analyticsTabList.filter(({ name }) => isTabShown(name, entitlements)),
    'overview',
  )
  const chosen = useAnalyticsFilter(entitlements, entitlements.hasFullAnalytics ? conditionNames : [])
  const keepTabConditions = (filter: AnalyticsFilter) => pickConditions(filter, listTabConditions(tab.name))
  const filter = useComparableFilter(chosen, usePreviousNumbers(scope, tab.name, keepTabConditions(chosen)))
  return (
    <Screen title="Analytics" subtitle={analyticsSubtitle}>
      <ClickLimitNotice />
      {!useHasNothingToFilter(scope, tab.name, keepTabConditions(filter)) && (
        <AnalyticsFilterBar filter={filter} saved={<AnalyticsViewMenu scope={scope} />} />
      )}
      {hasConditions(filter) && <ConditionChips scope={scope} range={filter.query} conditions={filter.conditions} tab={tab.name} />}
      <AnalyticsView
        filter={keepTabConditions(filter)}
        tab={tab.name}
        tabLinks={<TabLinks label="Analytics" tabs={tab.links} shown={tab.shown} />}
      />
    </Screen>
  )
}

/**
 * Returns true if the tab has no numbers in any date range, so that it needs no filters. While the numbers load, the
 * answer is that of the last visit. At the first visit, a project without links is expected to have no numbers.
 */
function useHasNothingToFilter(scope: ProjectScope, tab: AnalyticsTab, filter: AnalyticsFilter): boolean {
  const { project } = useProject()
  const isOfClicks = tab !== 'store' && tab !== 'earnings'
  const overview = useQuery({ ...overviewQuery(scope, filter.query), enabled: isOfClicks })
  const earnings = useQuery({ ...earningsQuery(scope, filter.query), enabled: tab === 'earnings' })
  const imports = useQuery({ ...earningsImportsQuery(scope), enabled: tab === 'earnings' })
  const sales = earnings.data && imports.data && earnings.data.totals.length + imports.data.length
  const count = isOfClicks ? overview.data?.clicksAllTime : sales
  const list = isOfClicks ? 'clicks' : 'sales'
  useRowCount(list, count)
  if (tab === 'store' || hasConditions(filter) || filter.bots !== 'exclude') return false
  return (count ?? readLastRowCount(list, project.link_count, 0)) === 0
}

function AnalyticsView({ filter, tab, tabLinks }: { filter: AnalyticsFilter; tab: AnalyticsTab; tabLinks: React.ReactNode }) {
  const { scope } = useProject()
  if (tab !== 'store' && tab !== 'earnings') return <ClicksView filter={filter} tab={tab} tabs={tabLinks} />
  const Tab = tab === 'store' ? StoreTab : EarningsTab
  return (
    <LazySuspense fallback={<AnalyticsSkeleton />}>
      <Tab scope={scope} filter={filter} tabs={tabLinks} />
    </LazySuspense>
  )
}

interface ClicksViewProps {
  filter: AnalyticsFilter
  tab: Exclude<AnalyticsTab, 'store' | 'earnings'>
  tabs: React.ReactNode
}

/** Shows the clicks of all links. */
function ClicksView({ filter, tab, tabs }: ClicksViewProps) {
  const { scope } = useProject()
  const isLive = useLive(scope)
  const dashboard = useQuery(dashboardQuery(scope, filter.query))
  const overview = useQuery(overviewQuery(scope, filter.query))

  return (
    <>
      <DeletionNotice numbers={dashboard.data} />
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
        // A project without human clicks can have bot clicks, so a view that includes bots is not empty.
        isEmpty={(data) => data.overview.clicksAllTime === 0 && filter.bots === 'exclude'}
      >
        {(data) => (
          <>
            <AnalyticsStats scope={scope} filter={filter} dashboard={data.dashboard} isStale={dashboard.isPlaceholderData} />
            {tabs}
            {tab === 'overview' && (
              <OverviewTab scope={scope} filter={filter} overview={data.overview} isStale={overview.isPlaceholderData} isLive={isLive} />
            )}

            <LazySuspense fallback={<ChartSkeleton />}>
              {tab === 'links' && <LinksTab scope={scope} query={filter.query} />}
              {tab === 'sources' && <SourcesTab scope={scope} query={filter.query} />}
            </LazySuspense>
            {tab === 'geography' && <GeographyTab scope={scope} query={filter.query} />}
            {tab === 'devices' && <DevicesTab scope={scope} query={filter.query} />}

            <MetricDefinitions />
          </>
        )}
      </QueryBoundary>
    </>
  )
}

function DevicesTab({ scope, query }: { scope: ProjectScope; query: ClicksQuery }) {
  return (
    <div className={classes.kinds}>
      {(['device', 'browser', 'os'] as const).map((by) => (
        <BreakdownCard key={by} scope={scope} query={query} by={by} />
      ))}
    </div>
  )
}

const fullAnalyticsHint = 'The first click appears here within seconds, with its location and device.'
/**
 * Shown to projects without full analytics. Names only the numbers that these projects see. Tabs for locations and
 * devices need full analytics.
 */
const basicAnalyticsHint = 'The first click is counted here within seconds: clicks per day, visitors, countries and top links.'

/** Shown instead of the numbers if a project has no clicks. */
function NoClicks({ hasActiveLinks }: { hasActiveLinks: boolean }) {
  const { scope, entitlements } = useProject()
  const navigate = useNavigate()
  if (!hasActiveLinks)
    return <EmptyActiveLinks scope={scope} loading={<AnalyticsSkeleton />} onShowArchive={() => void navigate('/links?archived=true')} />
  return (
    <EmptyState
      icon={<IconClick size={26} stroke={1.6} />}
      title="No clicks yet"
      action={
        <Button component={RouteLink} to="/links">
          Copy a link to share
        </Button>
      }
    >
      Share one of your short links. {entitlements.hasFullAnalytics ? fullAnalyticsHint : basicAnalyticsHint}
    </EmptyState>
  )
}

/**
 * Returns the numbers of a tab for the previous period. `countedFor` names the object since whose creation the numbers
 * are counted. It is not set for earnings, because imported sales can be older than the project.
 */
function usePreviousNumbers(scope: ProjectScope, tab: AnalyticsTab, { query, previousQuery }: AnalyticsFilter): Previous {
  const range = previousQuery ?? query
  const isShown = previousQuery !== undefined
  const store = useQuery({ ...storeTrafficQuery(scope, range), enabled: isShown && tab === 'store' })
  const earnings = useQuery({ ...earningsQuery(scope, range), enabled: isShown && tab === 'earnings' })
  const clicks = useQuery({ ...dashboardQuery(scope, range), enabled: isShown && tab !== 'store' && tab !== 'earnings' })
  if (tab === 'store') return { of: 'views', isEmpty: isEmpty(store, hasNoTraffic), countedFor: scope.projectId }
  if (tab === 'earnings') return { of: 'earnings', isEmpty: isEmpty(earnings, hasNoEarnings) }
  return { of: 'clicks', isEmpty: isEmpty(clicks, ({ totalClicks }) => totalClicks === 0), countedFor: scope.projectId }
}

function isEmpty<Data>(
  { data, isPlaceholderData }: { data: Data | undefined; isPlaceholderData: boolean },
  isNone: (data: Data) => boolean,
): boolean {
  return data !== undefined && !isPlaceholderData && isNone(data)
}

function hasNoTraffic({ views, clicks }: StoreTraffic): boolean {
  return views === 0 && clicks === 0
}

function hasNoEarnings({ totals }: EarningsSummary): boolean {
  return totals.length === 0
}
