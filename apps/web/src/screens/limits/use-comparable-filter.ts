import { parseAddedAtMs } from '@linkshelf/contract'
import { type AnalyticsFilter, disableComparison } from '../../features/analytics/range/analytics-filter.ts'
import { formatDateRange, toBrowserDay } from '../../ui/formats/dates.ts'
import { useHiddenSince } from './use-click-usage.ts'

/** The numbers of the previous period. */
export interface Previous {
  /** The name of the numbers: "clicks". */
  of: string
  /** They are loaded, and there are none. */
  isEmpty: boolean
  /** The id of the project or link that they are of, where they can't be older than it. */
  countedFor?: string
}

/**
 * Returns the filter, without a comparison where the last days of the range are hidden, so that a part would be
 * compared with a whole period; where the previous period has no numbers, so that every number would be new; and where
 * they were not counted from its first day.
 */
export function useComparableFilter(filter: AnalyticsFilter, { of, isEmpty, countedFor }: Previous): AnalyticsFilter {
  const hiddenSince = useHiddenSince()
  if (hiddenSince !== undefined && filter.query.to >= hiddenSince) return disableComparison(filter, 'Comparison not in your plan')
  if (filter.previousQuery === undefined) return filter
  if (isEmpty) return disableComparison(filter, `No earlier ${of} to compare`)
  if (countedFor === undefined) return filter
  // Imported archives bring earlier clicks, and ids of as early a time.
  const since = toBrowserDay(new Date(parseAddedAtMs(countedFor)))
  if (since <= filter.previousQuery.from) return filter
  return disableComparison(filter, `No comparison: counted since ${formatDateRange({ from: since, to: since })}`)
}
