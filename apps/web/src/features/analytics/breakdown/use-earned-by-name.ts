import { type BreakdownKind, conditionNames, earnedBreakdowns, earningConditions } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { earnedBreakdownQuery } from '../analytics-queries.ts'
import type { EarnedAmounts } from '../earned-column.tsx'
import type { ClicksQuery } from '../range/analytics-filter.ts'

interface EarnedByName {
  isLoading: boolean
  /**
   * The amounts of each row of a breakdown, by its name. Undefined if nothing was earned in the range, if sales have no
   * such property, or if a condition can't filter sales.
   */
  earned: ReadonlyMap<string, EarnedAmounts> | undefined
}

/** Returns what the rows of a breakdown earned in the range. */
export function useEarnedByName(scope: ProjectScope, query: ClicksQuery, by: BreakdownKind): EarnedByName {
  const kind = earnedBreakdowns.find((name) => name === by)
  const isCounted = query.bots !== 'only' && conditionNames.every((name) => query[name] === undefined || canFilterSales(name))
  const { data, isLoading } = useQuery({
    ...earnedBreakdownQuery(scope, query, kind ?? 'source'),
    enabled: kind !== undefined && isCounted,
  })
  const isShown = kind !== undefined && isCounted && data !== undefined && data.rows.length > 0
  return { isLoading, earned: isShown ? Map.groupBy(data.rows, ({ id }) => id) : undefined }
}

function canFilterSales(name: (typeof conditionNames)[number]): boolean {
  return earningConditions.some((one) => one === name)
}
