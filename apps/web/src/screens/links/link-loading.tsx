import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import analytics from '../analytics/analytics.module.css'
import { ChartSkeleton, LoadingRegion, QrCodeSkeleton, StatSkeletons } from '../loading.tsx'
import classes from '../screen.module.css'
import { Screen } from '../screen.tsx'
import type { LinkTab } from './link-paths.ts'

// Each has the height of what it replaces, so that the layout does not shift when the data is loaded.

export function LinkLoading({ tab }: { tab: LinkTab }) {
  return (
    <Screen title="Link" hasOwnHeading>
      <h1 className="visually-hidden">Link</h1>
      <div className={classes.headerLoading}>
        <Skeleton height={14} width={80} mb={14} />
        <Skeleton height={28} width="min(26rem, 80%)" mb={12} />
        <Skeleton height={14} width="45%" />
      </div>
      <div className={analytics.tabsSkeleton}>
        <Skeleton height={16} width={260} />
      </div>
      <LinkTabLoading tab={tab} />
    </Screen>
  )
}

export function LinkTabLoading({ tab }: { tab: LinkTab }) {
  return (
    <LoadingRegion>
      {tab === 'overview' && <OverviewSkeleton />}
      {tab === 'analytics' && (
        <>
          <Skeleton className={analytics.filterSkeleton} />
          <StatSkeletons />
          <ChartSkeleton />
        </>
      )}
      {tab === 'qr' && <QrCodeSkeleton />}
      {tab === 'settings' && (
        <>
          <CardSkeleton heightPx={372} />
          <CardSkeleton heightPx={372} />
        </>
      )}
    </LoadingRegion>
  )
}

function OverviewSkeleton() {
  return (
    <div className={classes.halves}>
      {['details', 'numbers'].map((name) => (
        <CardSkeleton key={name} heightPx={312} />
      ))}
    </div>
  )
}

function CardSkeleton({ heightPx }: { heightPx: number }) {
  return (
    <Card h={heightPx}>
      <Skeleton height={16} width={130} mb={28} />
      {['first', 'second', 'third', 'fourth'].map((line) => (
        <Skeleton key={line} height={14} width="80%" mb={24} />
      ))}
    </Card>
  )
}
