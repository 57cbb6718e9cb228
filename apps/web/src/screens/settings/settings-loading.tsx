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

/** Rendered until a screen without the settings' navigation is loaded. */
export function PageLoading({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Screen title={title}>
      <div className={classes.content}>{children}</div>
    </Screen>
  )
}

interface RowsSkeletonProps {
  list?: string
  /** True if the header is shown already, so that the skeleton has none. */
  isBelowHeader?: boolean
}

/**
 * A skeleton with as many rows as `list` had when it was last shown. If this number is unknown, the skeleton has four
 * rows.
 */
export function RowsSkeleton({ list, isBelowHeader }: RowsSkeletonProps) {
  const rows = list === undefined ? 4 : readLastRowCount(list, 4)
  return (
    <LoadingRegion>
      {!isBelowHeader && <Skeleton height={44} maw={420} />}
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
      <Card h={340}>
        {['first', 'second'].map((name) => (
          <Skeleton key={name} height={64} mb={24} />
        ))}
        <Skeleton height={64} />
      </Card>
    </LoadingRegion>
  )
}
