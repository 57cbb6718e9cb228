import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { StatSkeletons } from '../../ui/charts/stat-card.tsx'
import analytics from '../analytics/analytics.module.css'
import { ChartSkeleton, QrCodeSkeleton } from '../loading.tsx'
import classes from '../screen.module.css'
import type { LinkTab } from './link-paths.ts'

// Each skeleton has the height of the part that it replaces, so that the layout does not shift when the data is loaded.

export function LinkTabLoading({ tab }: { tab: LinkTab }) {
  return (
    <>
      {tab === 'overview' && <OverviewSkeleton />}
      {tab === 'analytics' && (
        <>
          <Skeleton className={analytics.filterSkeleton} />
          <StatSkeletons />
          <ChartSkeleton />
        </>
      )}
      {tab === 'qr' && <QrCodeSkeleton />}
      {tab === 'settings' && <CardSkeleton heightPx={372} />}
    </>
  )
}

function OverviewSkeleton() {
  return (
    <div className={classes.halves}>
      {[
        [417, 232],
        [228, 224],
      ].map((heightsPx) => (
        <div key={heightsPx[0]} className={classes.cards}>
          {heightsPx.map((heightPx) => (
            <CardSkeleton key={heightPx} heightPx={heightPx} />
          ))}
        </div>
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
