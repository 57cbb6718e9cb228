import type { StoreTraffic } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { markedChangesQuery, storeTrafficQuery } from '../../../features/analytics/analytics-queries.ts'
import { useLive } from '../../../features/analytics/live/use-live.ts'
import { MetricDefinitions } from '../../../features/analytics/metric-definitions.tsx'
import { type AnalyticsFilter, hasConditions } from '../../../features/analytics/range/analytics-filter.ts'
import { resetRangeAction } from '../../../features/analytics/range/range-picker.tsx'
import { TrafficChart } from '../../../features/analytics/traffic/traffic-chart.tsx'
import { copyLink } from '../../../features/links/copy-link.ts'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import classes from '../analytics.module.css'
import { AnalyticsSkeleton } from '../analytics-loading.tsx'
import { StoreEarnings } from './store-earnings.tsx'
import { StoreStats } from './store-stats.tsx'
import { TopProductsTable } from './top-products-table.tsx'

interface StoreTabProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  /** The tabs of the screen, which follow the totals. */
  tabs: React.ReactNode
}

/** Views of the store's pages and clicks on their buttons: totals, by day, and by product. */
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
          <NoViews scope={scope} />
        </>
      }
      isEmpty={(data) => isQuiet(data) && filter.bots === 'exclude' && !hasConditions(filter)}
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

function isQuiet({ views, clicks }: StoreTraffic): boolean {
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
