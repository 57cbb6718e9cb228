import { type DailyClicks, type HourlyClicks, hourlyRangeDays } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { hourlyClicksQuery } from './analytics-queries.ts'
import type { ClicksQuery } from './range/analytics-filter.ts'
import { countDays, type DateRange } from './range/date-range.ts'

interface ClicksByTime {
  days: readonly DailyClicks[]
  previous: readonly DailyClicks[] | undefined
}

/**
 * Returns the values of a chart of clicks. A range of at most two days is shown by hour, because one or two daily
 * values say little. A longer range, or a range whose hours cannot be loaded, is shown as `byDay`.
 */
export function useChartClicks(
  scope: ProjectScope,
  { query, previousQuery = query }: { query: ClicksQuery; previousQuery: ClicksQuery | undefined },
  byDay: ClicksByTime,
): ClicksByTime & { previousRange: DateRange | undefined } {
  const isShort = countDays(query) <= hourlyRangeDays
  const hours = useQuery({ ...hourlyClicksQuery(scope, query), enabled: isShort })
  const before = useQuery({ ...hourlyClicksQuery(scope, previousQuery), enabled: isShort && previousQuery !== query })
  // The range is known before its clicks are loaded, so it is returned immediately.
  const previousRange = previousQuery === query ? undefined : previousQuery
  if (!isShort || (hours.isError && hours.data === undefined)) return { ...byDay, previousRange }
  return {
    previousRange,
    days: toDaily(hours.data),
    previous: previousRange === undefined || before.isPlaceholderData ? undefined : before.data && toDaily(before.data),
  }
}

function toDaily(hours: readonly HourlyClicks[] = []): DailyClicks[] {
  return hours.map(({ at, clicks }) => ({ date: at, clicks }))
}
