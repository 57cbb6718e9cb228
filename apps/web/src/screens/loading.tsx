import { Skeleton } from '@mantine/core'
import { Card } from '../ui/card.tsx'
import { StatSkeletons } from '../ui/charts/stat-card.tsx'
import { readLastRowCount } from '../ui/states/row-count.ts'
import classes from './screen.module.css'
import { Screen } from './screen.tsx'

// Each skeleton has the height of its screen, so that the layout does not shift when the data is loaded.

export function DashboardLoading() {
  return (
    <Screen title="Dashboard" subtitle="How your links are doing">
      <DashboardSkeleton />
    </Screen>
  )
}

interface DashboardSkeletonProps {
  /** The number of figures. */
  figures?: number | undefined
  /** The skeleton of the problems above the chart. */
  problems?: React.ReactNode
  chart?: React.ReactNode
}

export function DashboardSkeleton({ figures = 3, problems, chart = <ChartSkeleton /> }: DashboardSkeletonProps) {
  return (
    <LoadingRegion>
      <StatSkeletons count={figures} />
      {problems}
      {chart}
      <Card className={classes.topLoading}>
        <Skeleton height={16} width={180} mb={44} />
        {['first', 'second', 'third', 'fourth', 'fifth'].map((name) => (
          <Skeleton key={name} height={34} mb={24} />
        ))}
      </Card>
    </LoadingRegion>
  )
}

export function LinksLoading() {
  return (
    <Screen title="Links">
      <Skeleton className={classes.filterLoading} />
      <LinkCardSkeletons />
    </Screen>
  )
}

export function LinkCardSkeletons() {
  return (
    <LoadingRegion isList>
      <div className={classes.selectLoading}>
        <Skeleton height={20} width={150} />
      </div>
      <div className={classes.rows}>
        {Array.from({ length: readLastRowCount('links', 10) }, (_, index) => `row ${index}`).map((name) => (
          <div key={name} className={classes.rowLoading}>
            <Skeleton height={32} width={32} />
            <div>
              <Skeleton height={14} width="38%" mb={10} />
              <Skeleton height={12} width="55%" />
            </div>
          </div>
        ))}
      </div>
    </LoadingRegion>
  )
}

/** The skeleton of a link's header and tabs. `children` is the skeleton of the open tab. */
export function LinkLoading({ children = <ChartSkeleton /> }: { children?: React.ReactNode }) {
  return (
    <Screen title="Link" hasOwnHeading>
      <h1 className="visually-hidden">Link</h1>
      <div className={classes.linkLoading}>
        <Skeleton height={28} width="min(26rem, 80%)" />
      </div>
      <LoadingRegion>{children}</LoadingRegion>
    </Screen>
  )
}

export function QrCodeSkeleton() {
  return (
    <Card className={classes.qrLoading}>
      <Skeleton height={16} width={90} mb={10} />
      <Skeleton height={12} width={280} maw="100%" mb={32} />
      <Skeleton height={256} maw={256} />
    </Card>
  )
}

/** The skeleton of a chart. `head` is the head of the chart, if it is known before the data is loaded. */
export function ChartSkeleton({ head }: { head?: React.ReactNode }) {
  return (
    <Card className={classes.chartLoading}>
      {head ?? (
        <>
          <Skeleton height={16} width={160} mb={10} />
          <Skeleton height={12} width={280} mb={32} />
        </>
      )}
      <Skeleton height={280} />
    </Card>
  )
}

export function LoadingRegion({ isList, children }: { isList?: boolean; children: React.ReactNode }) {
  return (
    <div className={classes.loading} data-list={isList || undefined} role="status" aria-label="Loading">
      {children}
    </div>
  )
}
