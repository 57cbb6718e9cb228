import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { readLastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'

export function SettingsLoading() {
  return (
    <Screen title="Settings">
      <div className={classes.columns}>
        <Skeleton className={classes.navigationLoading} />
        <div className={classes.content}>
          <RowsSkeleton />
        </div>
      </div>
    </Screen>
  )
}

/**
 * A skeleton with as many rows as `list` had when it was last shown. If this number is unknown, the skeleton has four
 * rows.
 */
export function RowsSkeleton({ list }: { list?: string }) {
  const rows = list === undefined ? 4 : readLastRowCount(list, 4)
  return (
    <LoadingRegion>
      <Skeleton height={44} maw={420} />
      <Card>
        {Array.from({ length: rows }, (_, index) => `row ${index}`).map((name) => (
          <Skeleton key={name} height={20} my={16} />
        ))}
      </Card>
    </LoadingRegion>
  )
}

export function IntegrationSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton height={44} maw={420} />
      <Skeleton height={38} maw={280} />
      <Card h={340}>
        {['first', 'second'].map((name) => (
          <Skeleton key={name} height={64} mb={24} />
        ))}
        <Skeleton height={64} />
      </Card>
    </LoadingRegion>
  )
}
