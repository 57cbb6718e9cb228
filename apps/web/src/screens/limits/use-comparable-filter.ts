import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { useHiddenSince } from './use-click-usage.ts'

/** The filter, without a comparison where the last days of the range are hidden: a part would be compared with a whole period. */
export function useComparableFilter(filter: AnalyticsFilter): AnalyticsFilter {
  const hiddenSince = useHiddenSince()
  if (hiddenSince === undefined || filter.query.to < hiddenSince) return filter
  return { ...filter, canCompare: false, previousQuery: undefined }
}
