import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { lastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'

export function SettingsLoading() {
  return (
    <Screen title="Settings">
      <Skeleton height={38} maw={210} />
      <RowsSkeleton />
    </Screen>
  )
}

interface RowsSkeletonProps {
  isNarrow?: boolean
  /** The list whose last number of rows is shown. */
  list?: string
}

export function RowsSkeleton({ isNarrow, list }: RowsSkeletonProps) {
  const rows = list === undefined ? 4 : lastRowCount(list, 4)
  return (
    <div className={isNarrow ? classes.narrow : undefined}>
      <LoadingRegion>
        <Skeleton height={44} maw={420} />
        <Card>
          {Array.from({ length: rows }, (_, index) => `row ${index}`).map((name) => (
            <Skeleton key={name} height={20} my={16} />
          ))}
        </Card>
      </LoadingRegion>
    </div>
  )
}

export function IntegrationSkeleton() {
  return (
    <div className={classes.narrow}>
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
    </div>
  )
}
