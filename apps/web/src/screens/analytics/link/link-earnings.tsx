import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api.ts'
import { type AnalyticsFilter, toRangeQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { linkEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { EarnedCard } from '../earned-card.tsx'

/** What a link earned in the selected range. */
export function LinkEarnings({ scope, urlId, filter }: { scope: ProjectScope; urlId: string; filter: AnalyticsFilter }) {
  const { data } = useQuery(linkEarningsQuery(scope, urlId, toRangeQuery(filter.query)))
  return <EarnedCard earnings={data} joinedTo="this link" />
}
