import type { AnalyticsTab, EarningsSummary, StoreTraffic } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { dashboardQuery, storeTrafficQuery } from '../../features/analytics/analytics-queries.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { earningsQuery } from '../../features/earnings/earnings-queries.ts'
import type { Previous } from '../limits/use-comparable-filter.ts'

/** The numbers of a tab in the previous period. Sales may be older than the project: reports bring them. */
export function usePreviousNumbers(scope: ProjectScope, tab: AnalyticsTab, { query, previousQuery }: AnalyticsFilter): Previous {
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
