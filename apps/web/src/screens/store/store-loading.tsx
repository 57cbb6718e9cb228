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

export const categoriesSubtitle = 'They group the products of your store'

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
