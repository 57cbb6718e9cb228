import { Skeleton } from '@mantine/core'
import { ChartSkeleton, LoadingRegion, StatSkeletons } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import parts from './analytics.module.css'
import classes from './link-analytics.module.css'

/** Holds the place of the screen, so that nothing moves when the link is known. */
export function LinkAnalyticsWaiting() {
  return (
    <Screen title="Link analytics" hasOwnHeading>
      <h1 className="visually-hidden">Link analytics</h1>
      <LoadingRegion>
        <div className={classes.headerWaiting}>
          <Skeleton height={14} width={80} mb={14} />
          <Skeleton height={28} width={220} mb={12} />
          <Skeleton height={14} width="45%" />
        </div>
        <Skeleton className={parts.filterWaiting} />
        <StatSkeletons />
        <ChartSkeleton />
      </LoadingRegion>
    </Screen>
  )
}
