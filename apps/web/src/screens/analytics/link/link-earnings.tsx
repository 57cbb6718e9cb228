import { saleConditions } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { type AnalyticsFilter, unmetConditions, withConditionsOf } from '../../../features/analytics/range/analytics-filter.ts'
import { linkEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { EarnedCard } from '../earned-card.tsx'

/** Shows the earnings of a link in the selected range. */
export function LinkEarnings({ scope, urlId, filter }: { scope: ProjectScope; urlId: string; filter: AnalyticsFilter }) {
  const unmet = unmetConditions(filter, saleConditions)
  const { query } = withConditionsOf(filter, unmet.length === 0 ? saleConditions : [])
  const { data } = useQuery(linkEarningsQuery(scope, urlId, query))
  return <EarnedCard earnings={data} joinedTo="this link" unmet={unmet} />
}
