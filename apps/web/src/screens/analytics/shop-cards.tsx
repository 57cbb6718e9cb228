import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { breakdownQuery } from '../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../features/analytics/breakdown/breakdown-card.tsx'
import type { RangeQuery } from '../../features/analytics/range/analytics-filter.ts'

interface ShopCardsProps {
  scope: ProjectScope
  query: RangeQuery
  /** Limits the numbers to one link. */
  urlId?: string
}

/** Where visitors of links to retailers were sent, and why there. Nothing where no link leads to a retailer. */
export function ShopCards(props: ShopCardsProps) {
  const { scope, query, urlId } = props
  const { data: shops = [] } = useQuery(breakdownQuery(scope, query, 'shop', urlId))
  if (!shops.some(({ name }) => name !== '')) return null
  return (
    <>
      <BreakdownCard {...props} by="shop" />
      <BreakdownCard {...props} by="shop_reason" />
    </>
  )
}
