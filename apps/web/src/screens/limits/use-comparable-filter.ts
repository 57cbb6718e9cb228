import { parseAddedAtMs } from '@linkshelf/contract'
import { type AnalyticsFilter, disableComparison } from '../../features/analytics/range/analytics-filter.ts'
import { formatDateRange, toBrowserDay } from '../../ui/formats/dates.ts'
import { useHiddenSince } from './use-click-usage.ts'

/** The numbers of the previous period. */
export interface Previous {
  /** The name of the numbers, for example "clicks". */
  of: string
  /** True if the numbers are loaded and are all zero. */
  isEmpty: boolean
  /**
   * The id of the project or link that the numbers belong to. Set only if the numbers cannot be older than this object.
   */
  countedFor?: string
}

/**
 * Returns the filter without a comparison in three cases. First, the plan hides the last days of the range, so a part
 * would be compared with a whole period. Second, the previous period has no numbers, so every number would be new.
 * Third, counting began after the first day of the previous period.
 */
export function useComparableFilter(filter: AnalyticsFilter, { of, isEmpty, countedFor }: Previous): AnalyticsFilter {
  const hiddenSince = useHiddenSince()
  if (hiddenSince !== undefined && filter.query.to >= hiddenSince) return disableComparison(filter, 'Comparison not in your plan')
  if (filter.previousQuery === undefined) return filter
  if (isEmpty) return disableComparison(filter, `No earlier ${of} to compare`)
  if (countedFor === undefined) return filter
  // Clicks are counted since the time in the id. This is also true for an imported archive: its clicks are older than
  // the import, and so are the times in its ids.
  const since = toBrowserDay(new Date(parseAddedAtMs(countedFor)))
  if (since <= filter.previousQuery.from) return filter
  return disableComparison(filter, `No comparison: counted since ${formatDateRange({ from: since, to: since })}`)
}
