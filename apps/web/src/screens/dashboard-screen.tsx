import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { overview } from '../features/analytics/analytics-queries.ts'
import { ClicksChart } from '../features/analytics/clicks-chart.tsx'
import { useLiveClicks } from '../features/analytics/live-clicks.ts'
import { EmptyActiveLinks } from '../features/links/list/empty-links.tsx'
import { useProject } from '../features/organizations/selection.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { DashboardSkeleton } from './loading.tsx'
import { Screen } from './screen.tsx'
import { TopLinks } from './top-links.tsx'

export function DashboardScreen() {
  return (
    <Screen title="Dashboard" subtitle="How your links are doing">
      <DashboardView />
    </Screen>
  )
}

function DashboardView() {
  const { scope } = useProject()
  const navigate = useNavigate()
  const isLive = useLiveClicks(scope)
  const { data, isError, error, refetch } = useQuery(overview(scope))

  if (data === undefined && !isError) return <DashboardSkeleton />
  if (data === undefined) return <ErrorPanel title="Your numbers could not be loaded" error={error} onRetry={refetch} />
  if (data.activeLinks === 0 && data.totalClicks === 0) {
    return <EmptyActiveLinks scope={scope} loading={<DashboardSkeleton />} onShowArchive={() => void navigate('/links?archived=true')} />
  }

  return (
    <>
      <DashboardStats overview={data} scope={scope} />
      <ClicksChart title="Clicks over time" days={data.clicksByDay} isLive={isLive && !isError} />
      <TopLinks links={data.topPerformingLinks} scope={scope} windowDays={data.clicksByDay.length} />
    </>
  )
}
