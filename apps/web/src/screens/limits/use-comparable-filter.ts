import { addedAtMs, type Dashboard } from '@linkshelf/contract'
import { type AnalyticsFilter, withoutComparison } from '../../features/analytics/range/analytics-filter.ts'
import { ownDay, showDateRange } from '../../ui/formats/dates.ts'
import { useHiddenSince } from './use-click-usage.ts'

/** What a query returns of the previous period. */
interface Previous<Data> {
  data: Data | undefined
  isPlaceholderData: boolean
}

interface Compared {
  /** The id of the project or link whose clicks they are. */
  id: string
  /** Undefined where clicks are not what is compared. */
  numbers: Previous<Pick<Dashboard, 'totalClicks'>> | undefined
}

/**
 * The filter, without a comparison where the last days of the range are hidden, so that a part would be compared with a whole period; where the previous period
 * has no clicks, so that every number would be new; and where clicks were not counted from its first day.
 */
export function useComparableFilter(filter: AnalyticsFilter, { id, numbers }: Compared): AnalyticsFilter {
  const hiddenSince = useHiddenSince()
  if (hiddenSince !== undefined && filter.query.to >= hiddenSince) return withoutComparison(filter, 'Comparison not in your plan')
  if (filter.previousQuery === undefined || numbers === undefined) return filter
  if (!numbers.isPlaceholderData && numbers.data?.totalClicks === 0) return withoutComparison(filter, 'No earlier clicks to compare')
  // Imported archives bring earlier clicks, and ids of as early a time.
  const since = ownDay(new Date(addedAtMs(id)))
  if (since <= filter.previousQuery.from) return filter
  return withoutComparison(filter, `No comparison: counted since ${showDateRange({ from: since, to: since })}`)
}
