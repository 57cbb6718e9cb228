import type { Dashboard } from '@linkshelf/contract'
import { IconClick, IconUsers, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { dashboardQuery } from '../../../features/analytics/analytics-queries.ts'
import { type AnalyticsFilter, botFilterLabels } from '../../../features/analytics/range/analytics-filter.ts'
import { countDays } from '../../../features/analytics/range/date-range.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { TotalCards } from './total-cards.tsx'

interface AnalyticsStatsProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  dashboard: Dashboard
  /** True while `dashboard` is the result of an earlier query. */
  isStale: boolean
}

export function AnalyticsStats({ scope, filter, dashboard, isStale }: AnalyticsStatsProps) {
  const { query, previousQuery, bots } = filter
  const previous = useQuery({ ...dashboardQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const base = previous.isPlaceholderData ? undefined : previous.data
  const cards = [
    {
      name: 'totalClicks',
      label: 'Total traffic',
      note: `total ${botFilterLabels[bots].unit.toLowerCase()} in ${formatCount(countDays(query), 'day')}`,
      Icon: IconClick,
    },
    { name: 'visitors', label: 'Unique visitors', note: 'counted per day', Icon: IconUsers },
    { name: 'countries', label: 'Locations', note: dashboard.countries === 1 ? 'country' : 'countries', Icon: IconWorld },
  ] as const

  return <TotalCards cards={cards} totals={dashboard} isStale={isStale} previous={base} previousRange={previousQuery} />
}
