import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { StatSkeletons } from '../../ui/charts/stat-card.tsx'
import { ChartSkeleton, LoadingRegion } from '../loading.tsx'
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

interface AnalyticsSkeletonProps {
  figures?: 3 | 4
  chart?: React.ReactNode
}

export function AnalyticsSkeleton({ figures = 3, chart = <ChartSkeleton /> }: AnalyticsSkeletonProps) {
  return (
    <LoadingRegion>
      <StatSkeletons count={figures} />
      <div className={classes.tabsSkeleton}>
        <Skeleton height={16} width={74} />
      </div>
      {chart}
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
