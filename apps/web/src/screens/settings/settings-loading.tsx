import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { lastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'

// Each has the height of its tab, so that the layout does not shift when the data is loaded.

export function SettingsLoading() {
  return (
    <Screen title="Settings">
      <Skeleton height={38} maw={210} />
      <RowsSkeleton />
    </Screen>
  )
}

export function ProfileSkeleton() {
  return (
    <div className={classes.narrow}>
      <LoadingRegion>
        <Card h={216}>
          <Skeleton height={56} maw={420} mb={44} />
          <Skeleton height={16} maw={280} mb={36} />
          <Skeleton height={16} maw={300} />
        </Card>
      </LoadingRegion>
    </div>
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

export function NotificationsSkeleton() {
  return (
    <div className={classes.narrow}>
      <LoadingRegion>
        <Skeleton height={44} maw={420} />
        <Card h={379}>
          <Skeleton height={24} maw={160} mb={28} />
          {['first', 'second', 'third'].map((name) => (
            <Skeleton key={name} height={40} maw={420} mb={36} />
          ))}
        </Card>
        <Card h={196}>
          <Skeleton height={24} maw={160} mb={28} />
          <Skeleton height={40} maw={420} mb={36} />
          <Skeleton height={40} maw={420} />
        </Card>
      </LoadingRegion>
    </div>
  )
}

export function NarrowSkeleton() {
  return <RowsSkeleton isNarrow />
}

export function LabelsSkeleton() {
  return <RowsSkeleton isNarrow list="labels" />
}

export function MembersSkeleton() {
  return <RowsSkeleton list="members" />
}

export function ApiKeysSkeleton() {
  return <RowsSkeleton list="api-keys" />
}

export function AuditSkeleton() {
  return <RowsSkeleton list="activity" />
}
