import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { ChartSkeleton, LoadingRegion, StatSkeletons } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './analytics.module.css'

// Each skeleton is as high as the part it replaces, so that the layout does not shift.

export const analyticsSubtitle = 'Who clicks your links, when, and from where'

export function AnalyticsLoading() {
  return (
    <Screen title="Analytics" subtitle={analyticsSubtitle}>
      <Skeleton className={classes.filterSkeleton} />
      <AnalyticsSkeleton />
    </Screen>
  )
}

export function LinkAnalyticsLoading() {
  return (
    <Screen title="Link analytics" hasOwnHeading>
      <h1 className="visually-hidden">Link analytics</h1>
      <LoadingRegion>
        <div className={classes.headerSkeleton}>
          <Skeleton height={14} width={80} mb={14} />
          <Skeleton height={28} width={220} mb={12} />
          <Skeleton height={14} width="45%" />
        </div>
        <Skeleton className={classes.filterSkeleton} />
        <StatSkeletons />
        <ChartSkeleton />
      </LoadingRegion>
    </Screen>
  )
}

export function AnalyticsSkeleton() {
  return (
    <LoadingRegion>
      <StatSkeletons />
      <div className={classes.tabsSkeleton}>
        <Skeleton height={16} width={74} />
      </div>
      <ChartSkeleton />
      <TableSkeleton />
    </LoadingRegion>
  )
}

export function ConditionChipsSkeleton() {
  return <Skeleton height={32} width={240} />
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
