import { type StoreTraffic, storeEarningConditions } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBuildingStore, IconClick, IconEye, IconPercentage, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { markedChangesQuery, storeTrafficQuery } from '../../../features/analytics/analytics-queries.ts'
import { useLive } from '../../../features/analytics/live/use-live.ts'
import { MetricDefinitions } from '../../../features/analytics/metric-definitions.tsx'
import {
  type AnalyticsFilter,
  botFilterLabels,
  hasConditions,
  listUnsupportedConditions,
  pickConditions,
} from '../../../features/analytics/range/analytics-filter.ts'
import { countDays } from '../../../features/analytics/range/date-range.ts'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { formatClickThrough } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { TrafficChart } from '../../../features/analytics/traffic/traffic-chart.tsx'
import { storeEarningsQuery } from '../../../features/earnings/earnings-queries.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { StatCard } from '../../../ui/charts/stat-card.tsx'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from '../analytics.module.css'
import { AnalyticsSkeleton } from '../analytics-loading.tsx'
import { EarnedCard } from '../earned-card.tsx'
import { TopProductsTable } from './top-products-table.tsx'
import { TotalCards } from './total-cards.tsx'

interface StoreTabProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  /** The tabs of the screen. They are shown below the totals. */
  tabs: React.ReactNode
}

/** Shows views of the store's pages and clicks on their buttons: totals, by day, and by product. */
export function StoreTab({ scope, filter, tabs }: StoreTabProps) {
  const isLive = useLive(scope)
  const traffic = useQuery(storeTrafficQuery(scope, filter.query))
  const { data: changes } = useQuery(markedChangesQuery(scope, filter.query, 'store'))
  return (
    <QueryBoundary
      query={traffic}
      loading={<AnalyticsSkeleton />}
      error="The numbers of your store could not be loaded"
      planAction={resetRangeAction}
      empty={
        <>
          {tabs}
          <div className={classes.parts}>
            <NoViews scope={scope} />
            <StoreEarnings scope={scope} filter={filter} />
          </div>
        </>
      }
      isEmpty={(data) => hasNoTraffic(data) && filter.bots === 'exclude' && !hasConditions(filter)}
    >
      {(data) => (
        <>
          <StoreStats scope={scope} filter={filter} traffic={data} isStale={traffic.isPlaceholderData} />
          {tabs}
          <div className={classes.parts} aria-busy={traffic.isPlaceholderData}>
            <TrafficChart days={data.byDay} bots={filter.bots} isLive={isLive} changes={changes} />
            <StoreEarnings scope={scope} filter={filter} />
            <TopProductsTable products={data.products} bots={filter.bots} />
          </div>
          <MetricDefinitions />
        </>
      )}
    </QueryBoundary>
  )
}

function hasNoTraffic({ views, clicks }: StoreTraffic): boolean {
  return views === 0 && clicks === 0
}

function NoViews({ scope }: { scope: ProjectScope }) {
  const { data: store } = useQuery(storeQuery(scope))
  return (
    <EmptyState
      icon={<IconBuildingStore size={26} stroke={1.6} />}
      title="No views of your store in this period"
      action={
        store ? (
          <Button onClick={() => void copyLink({ url: store.store_linkshelf_url })}>Copy store address</Button>
        ) : (
          <Button component={RouteLink} to="/store">
            Set up your store
          </Button>
        )
      }
    >
      Share your store. Its first view appears here within seconds, with the products that visitors look at and click.
    </EmptyState>
  )
}

/** Shows the earnings of the store's products in the selected range. */
function StoreEarnings({ scope, filter }: { scope: ProjectScope; filter: AnalyticsFilter }) {
  const unmet = listUnsupportedConditions(filter, storeEarningConditions)
  const { query } = pickConditions(filter, unmet.length === 0 ? storeEarningConditions : [])
  const { data } = useQuery(storeEarningsQuery(scope, query))
  return <EarnedCard earnings={data} joinedTo="products" unmet={unmet} />
}

interface StoreStatsProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  traffic: StoreTraffic
  /** True while `traffic` is the result of an earlier query. */
  isStale: boolean
}

function StoreStats({ scope, filter: { query, previousQuery, bots }, traffic, isStale }: StoreStatsProps) {
  const previous = useQuery({ ...storeTrafficQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const base = previous.isPlaceholderData ? undefined : previous.data
  const { unit, viewUnit } = botFilterLabels[bots]
  const cards = [
    { name: 'views', label: 'Page views', note: `${viewUnit.toLowerCase()} in ${formatCount(countDays(query), 'day')}`, Icon: IconEye },
    { name: 'visitors', label: 'Store visitors', note: 'counted per day', Icon: IconUsers },
    { name: 'clicks', label: 'Store clicks', note: `${unit.toLowerCase()} on products`, Icon: IconClick },
  ] as const

  return (
    <TotalCards cards={cards} totals={traffic} isStale={isStale} previous={base} previousRange={previousQuery}>
      <StatCard label="Click-through" icon={<IconPercentage size={20} stroke={1.6} />} value={formatClickThrough(traffic.click_through)}>
        of views led to a click
      </StatCard>
    </TotalCards>
  )
}
