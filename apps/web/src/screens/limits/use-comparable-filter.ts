import type { Dashboard } from '@linkshelf/contract'
import { type AnalyticsFilter, withoutComparison } from '../../features/analytics/range/analytics-filter.ts'
import { useHiddenSince } from './use-click-usage.ts'

/** The numbers of the previous period, as a query returns them. */
interface PreviousNumbers {
  data: Pick<Dashboard, 'totalClicks'> | undefined
  isPlaceholderData: boolean
}

/**
 * The filter, without a comparison where the last days of the range are hidden, so that a part would be compared with a whole period, and where the previous
 * period has no clicks, so that every number would be new.
 */
export function useComparableFilter(filter: AnalyticsFilter, previous: PreviousNumbers | undefined): AnalyticsFilter {
  const hiddenSince = useHiddenSince()
  if (hiddenSince !== undefined && filter.query.to >= hiddenSince) return withoutComparison(filter, 'Comparison not in your plan')
  const hasNoClicks =
    filter.previousQuery !== undefined && previous !== undefined && !previous.isPlaceholderData && previous.data?.totalClicks === 0
  return hasNoClicks ? withoutComparison(filter, 'No earlier clicks to compare') : filter
}
