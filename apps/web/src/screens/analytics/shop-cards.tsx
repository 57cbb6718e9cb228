import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { breakdownQuery } from '../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../features/analytics/breakdown/breakdown-card.tsx'
import type { ClicksQuery } from '../../features/analytics/range/analytics-filter.ts'

interface ShopCardsProps {
  scope: ProjectScope
  query: ClicksQuery
}

/**
 * Shows where visitors of links to retailers were redirected, and why. Renders nothing where no
 * link leads to a retailer.
 */
export function ShopCards(props: ShopCardsProps) {
  const { scope, query } = props
  const { data: shops = [] } = useQuery(breakdownQuery(scope, query, 'shop'))
  if (!shops.some(({ name }) => name !== '')) return null
  return (
    <>
      <BreakdownCard {...props} by="shop" />
      <BreakdownCard {...props} by="shop_reason" />
    </>
  )
}
