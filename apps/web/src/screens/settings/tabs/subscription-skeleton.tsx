import { Skeleton } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { LoadingRegion } from '../../loading.tsx'
import screenClasses from '../../screen.module.css'

/** The skeleton is as high as the tab, so that the layout does not shift. */
export function SubscriptionSkeleton() {
  return (
    <LoadingRegion>
      <Skeleton height={45} maw={420} />
      <div className={screenClasses.halves}>
        {['plan', 'usage'].map((name) => (
          <Card key={name} h={216}>
            <Skeleton height={18} maw={140} mb={28} />
            <Skeleton height={32} maw={220} mb={20} />
            <Skeleton height={14} maw={280} />
          </Card>
        ))}
      </div>
      <Card h={470}>
        <Skeleton height={20} maw={160} mb={28} />
        <Skeleton height={36} maw={120} mb={28} />
        <Skeleton height={36} mb={28} />
        {['first', 'second', 'third', 'fourth'].map((name) => (
          <Skeleton key={name} height={14} maw={260} mb={18} />
        ))}
      </Card>
    </LoadingRegion>
  )
}
