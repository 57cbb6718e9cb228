// Each skeleton has the height of its tab, so that the layout does not shift when the data is loaded. These skeletons
// are loaded with the tabs. Only the skeleton of the screen is in the code that every first visit loads.
import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LoadingRegion } from '../loading.tsx'
import classes from './settings.module.css'
import { RowsSkeleton } from './settings-loading.tsx'

export function ProfileSkeleton() {
  return (
    <LoadingRegion>
      <div className={classes.stack}>
        <Card h={310}>
          <Skeleton height={56} maw={420} mb={20} />
          <Skeleton height={74} mb={36} />
          <Skeleton height={16} maw={280} mb={36} />
          <Skeleton height={16} maw={300} />
        </Card>
        {[148, 92, 93, 166, 114].map((height) => (
          <Card key={height} h={height}>
            <Skeleton height={18} maw={160} mb={12} />
            <Skeleton height={14} maw={300} />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  )
}

export function NotificationsSkeleton() {
  return (
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
  )
}

export function LabelsSkeleton() {
  return <RowsSkeleton list="labels" />
}

export function DomainsSkeleton() {
  return <RowsSkeleton list="domains" />
}

export function DomainSettingsSkeleton() {
  return (
    <LoadingRegion>
      <Card h={671}>
        <Skeleton height={24} maw={180} mb={36} />
        {['front page', 'other addresses', 'icon'].map((name) => (
          <Skeleton key={name} height={72} mb={24} />
        ))}
        <Skeleton height={150} mb={24} />
        <Skeleton height={36} maw={80} />
      </Card>
    </LoadingRegion>
  )
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
