import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LoadingRegion } from '../loading.tsx'

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
