import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { ChartSkeleton, LoadingRegion, StatSkeletons } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './analytics.module.css'

// Each holds the place of its part, so that nothing moves when the answer comes.

export const analyticsSubtitle = 'Who clicks your links, when, and from where'

export function AnalyticsWaiting() {
  return (
    <Screen title="Analytics" subtitle={analyticsSubtitle}>
      <Skeleton className={classes.filterWaiting} />
      <AnalyticsSkeleton />
    </Screen>
  )
}

export function AnalyticsSkeleton() {
  return (
    <LoadingRegion>
      <StatSkeletons />
      <div className={classes.tabsWaiting}>
        <Skeleton height={16} width={74} />
      </div>
      <ChartSkeleton />
      <TableSkeleton />
    </LoadingRegion>
  )
}

export function TableSkeleton() {
  return (
    <Card>
      <Skeleton height={16} width={120} mb={36} />
      {['first', 'second', 'third', 'fourth', 'fifth'].map((name) => (
        <Skeleton key={name} height={20} mb={36} />
      ))}
    </Card>
  )
}
