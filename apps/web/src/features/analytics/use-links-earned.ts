import { breakdownKinds } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { linksEarnedQuery } from './analytics-queries.ts'
import type { EarnedAmounts } from './earned-column.tsx'
import type { ClicksQuery } from './range/analytics-filter.ts'

/**
 * Returns what the links earned in the range, by link id. Undefined if they earned nothing, and while the earnings
 * load. Also undefined if the query counts only some clicks of a link, because all sales of the link are counted.
 */
export function useLinksEarned(
  scope: ProjectScope,
  query: ClicksQuery,
  urlIds: readonly string[],
): ReadonlyMap<string, EarnedAmounts> | undefined {
  const isWhole = countsWholeLinks(query)
  const earned = useQuery({ ...linksEarnedQuery(scope, query, urlIds), enabled: isWhole && urlIds.length > 0 }).data
  return isWhole && earned !== undefined && earned.size > 0 ? earned : undefined
}

/** Returns whether a query counts all human clicks of the links in its range. */
export function countsWholeLinks(query: ClicksQuery): boolean {
  return query.bots !== 'only' && breakdownKinds.every((name) => query[name] === undefined)
}
