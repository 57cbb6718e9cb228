import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { overviewQuery } from '../../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../../features/analytics/clicks-chart.tsx'
import { useLive } from '../../features/analytics/live/use-live.ts'
import { EmptyActiveLinks } from '../../features/links/list/empty-links.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { ClickLimitNotice } from '../limits/click-limit-notice.tsx'
import { DashboardSkeleton } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { TopLinks } from './top-links.tsx'

export function DashboardScreen() {
  return (
    <Screen title="Dashboard" subtitle="How your links are doing">
      <ClickLimitNotice />
      <DashboardView />
    </Screen>
  )
}

function DashboardView() {
  const { scope } = useProject()
  const navigate = useNavigate()
  const isLive = useLive(scope)
  const overview = useQuery(overviewQuery(scope))

  return (
    <QueryBoundary
      query={overview}
      loading={<DashboardSkeleton />}
      error="Your dashboard could not be loaded"
      empty={<EmptyActiveLinks scope={scope} loading={<DashboardSkeleton />} onShowArchive={() => void navigate('/links?archived=true')} />}
      isEmpty={({ activeLinks, totalClicks }) => activeLinks === 0 && totalClicks === 0}
    >
      {(data) => (
        <>
          <DashboardStats overview={data} />
          <ClicksChart title="Clicks over time" days={data.clicksByDay} isLive={isLive && !overview.isError} />
          <TopLinks overview={data} />
        </>
      )}
    </QueryBoundary>
  )
}
