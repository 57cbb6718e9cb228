import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api.ts'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { storeEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { EarnedCard } from '../earned-card.tsx'

/** What the products of the store earned in the selected range. */
export function StoreEarnings({ scope, filter }: { scope: ProjectScope; filter: AnalyticsFilter }) {
  const { data } = useQuery(storeEarningsQuery(scope, filter.query))
  return <EarnedCard earnings={data} joinedTo="products" />
}
