import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { type AnalyticsFilter, useAnalyticsFilter } from '../../features/analytics/analytics-filter.ts'
import { AnalyticsFilterBar } from '../../features/analytics/analytics-filter-bar.tsx'
import { AnalyticsTrouble } from '../../features/analytics/analytics-trouble.tsx'
import { CountingNote } from '../../features/analytics/counting-note.tsx'
import { useLiveClicks } from '../../features/analytics/live-clicks.ts'
import { traffic, trafficNumbers } from '../../features/analytics/traffic-queries.ts'
import { EmptyActiveLinks } from '../../features/links/list/empty-links.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Screen } from '../screen.tsx'
import { useAnalyticsTabs } from './analytics-tabs.ts'
import { AnalyticsSkeleton, analyticsSubtitle, TableSkeleton } from './analytics-waiting.tsx'
import { NoClicksYet } from './no-clicks-yet.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { TrafficCards } from './traffic-cards.tsx'

const LinksTab = lazyComponent(() => import('./links-tab.tsx').then((module) => module.LinksTab))
const GeographyTab = lazyComponent(() => import('./geography-tab.tsx').then((module) => module.GeographyTab))
const DevicesTab = lazyComponent(() => import('./devices-tab.tsx').then((module) => module.DevicesTab))

export function AnalyticsScreen() {
  const { organization } = useProject()
  const filter = useAnalyticsFilter(organization)
  return (
    <Screen title="Analytics" subtitle={analyticsSubtitle}>
      <AnalyticsFilterBar filter={filter} />
      <AnalyticsView filter={filter} />
    </Screen>
  )
}

function AnalyticsView({ filter }: { filter: AnalyticsFilter }) {
  const { scope, organization } = useProject()
  const navigate = useNavigate()
  const isLive = useLiveClicks(scope)
  const tabs = useAnalyticsTabs(organization)
  const numbers = useQuery(trafficNumbers(scope, filter.query))
  const overview = useQuery(traffic(scope, filter.query))
  const failed = [numbers, overview].find(({ data, isError }) => data === undefined && isError)

  if (failed !== undefined) {
    return <AnalyticsTrouble title="Your analytics could not be loaded" error={failed.error} onRetry={failed.refetch} />
  }
  if (numbers.data === undefined || overview.data === undefined) return <AnalyticsSkeleton />
  // Bots may have come where no person did; whoever asks for them is shown the view.
  if (overview.data.totalClicks === 0 && filter.bots === 'exclude') {
    if (overview.data.activeLinks > 0) return <NoClicksYet />
    return <EmptyActiveLinks scope={scope} loading={<AnalyticsSkeleton />} onShowArchive={() => void navigate('/links?archived=true')} />
  }

  return (
    <>
      <TrafficCards scope={scope} filter={filter} numbers={numbers.data} isOld={numbers.isPlaceholderData} />
      <TabLinks label="Analytics" tabs={tabs.links} shown={tabs.shown} />
      {tabs.name === 'overview' && (
        <OverviewTab scope={scope} filter={filter} overview={overview.data} isOld={overview.isPlaceholderData} isLive={isLive} />
      )}
      <Suspense fallback={<TableSkeleton />}>
        {tabs.name === 'links' && <LinksTab scope={scope} query={filter.query} />}
        {tabs.name === 'geography' && <GeographyTab scope={scope} query={filter.query} />}
        {tabs.name === 'devices' && <DevicesTab scope={scope} query={filter.query} />}
      </Suspense>
      <CountingNote />
    </>
  )
}
