import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './store.module.css'

// Each has the height of its screen, so that the layout does not shift when the data is loaded.

export function CategoriesLoading() {
  return (
    <Screen title="Categories" subtitle={categoriesSubtitle}>
      <CategorySkeletons />
    </Screen>
  )
}

export const categoriesSubtitle = 'Group products so visitors can filter them'

export function CategorySkeletons() {
  return (
    <LoadingRegion>
      <div className={classes.grid}>
        {Array.from({ length: 6 }, (_, index) => `card ${index}`).map((name) => (
          <Card key={name} p="md" h={126}>
            <Skeleton height={40} mb={22} />
            <Skeleton height={20} width="50%" />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  )
}

export const storeSettingsSubtitle = 'How your store looks, and where visitors find it'

export function StoreSettingsLoading() {
  return (
    <Screen title="Store Settings" subtitle={storeSettingsSubtitle}>
      <StoreSettingsSkeleton />
    </Screen>
  )
}

export function StoreSettingsSkeleton() {
  return (
    <LoadingRegion>
      {['first', 'second', 'third'].map((name) => (
        <Card key={name}>
          <Skeleton height={16} width={160} mb={10} />
          <Skeleton height={12} width={280} maw="100%" mb={32} />
          <Skeleton height={36} mb={24} />
          <Skeleton height={36} mb={24} />
          <Skeleton height={110} />
        </Card>
      ))}
    </LoadingRegion>
  )
}
