import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { breakdownQuery } from '../../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { CountriesCard } from '../../../features/analytics/breakdown/countries-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import classes from '../analytics.module.css'

interface GeographyTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Shows clicks by country, by city, and by the shop that visitors were redirected to. */
export function GeographyTab(props: GeographyTabProps) {
  const { scope, query } = props
  // The number of cities can exceed the limit of a breakdown, but the number of countries cannot. So the sum of the
  // countries is the total of both tables.
  const { data: countries } = useQuery(breakdownQuery(scope, query, 'country'))
  const total = countries?.reduce((sum, { clicks }) => sum + clicks, 0)

  return (
    <div className={classes.parts}>
      <CountriesCard {...props} />
      <BreakdownCard {...props} by="city" total={total} />
      <ShopCards {...props} />
    </div>
  )
}

interface ShopCardsProps {
  scope: ProjectScope
  query: ClicksQuery
}

/**
 * Shows which retailer shops visitors were redirected to, and why. Renders nothing if no click led to a retailer's
 * shop.
 */
function ShopCards(props: ShopCardsProps) {
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
