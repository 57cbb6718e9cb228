import { storeEarningConditions } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { type AnalyticsFilter, unmetConditions, withConditionsOf } from '../../../features/analytics/range/analytics-filter.ts'
import { storeEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { EarnedCard } from '../earned-card.tsx'

/** Shows the earnings of the store's products in the selected range. */
export function StoreEarnings({ scope, filter }: { scope: ProjectScope; filter: AnalyticsFilter }) {
  const unmet = unmetConditions(filter, storeEarningConditions)
  const { query } = withConditionsOf(filter, unmet.length === 0 ? storeEarningConditions : [])
  const { data } = useQuery(storeEarningsQuery(scope, query))
  return <EarnedCard earnings={data} joinedTo="products" unmet={unmet} />
}
