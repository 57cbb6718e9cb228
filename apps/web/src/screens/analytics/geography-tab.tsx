import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import type { TrafficQuery } from '../../features/analytics/analytics-filter.ts'
import { BreakdownCard } from '../../features/analytics/breakdown-card.tsx'
import { CountriesCard } from '../../features/analytics/countries-card.tsx'
import { trafficBy } from '../../features/analytics/traffic-queries.ts'
import classes from './analytics.module.css'

interface GeographyTabProps {
  scope: ProjectScope
  query: TrafficQuery
  /** Of this link alone. */
  urlId?: string
}

/** Where the clicks came from. */
export function GeographyTab(of: GeographyTabProps) {
  const { scope, query, urlId } = of
  // Cities may be more than are asked for; countries never are, so their sum is what both tables share.
  const { data: countries } = useQuery(trafficBy(scope, query, 'country', urlId))
  const total = countries?.reduce((sum, { clicks }) => sum + clicks, 0)

  return (
    <div className={classes.parts}>
      <CountriesCard {...of} />
      <BreakdownCard {...of} by="city" total={total} />
    </div>
  )
}
