import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import classes from './products-screen.module.css'

// Each has the height of its screen, so that the layout does not shift when the data is loaded.

export const productsSubtitle = 'The products of your store, in its order'

export function ProductsLoading() {
  return (
    <Screen title="Products" subtitle={productsSubtitle}>
      <div className={classes.toolbar}>
        <Skeleton className={classes.searchLoading} />
        <Skeleton className={classes.categoryLoading} />
        <Skeleton height={36} width={138} />
      </div>
      <ProductRowsSkeleton />
    </Screen>
  )
}

export function ProductRowsSkeleton() {
  return (
    <LoadingRegion>
      <Card p={0} className={classes.rowsLoading}>
        {Array.from({ length: 6 }, (_, index) => `row ${index}`).map((name) => (
          <div key={name} className={classes.rowLoading}>
            <Skeleton height={48} width={48} />
            <Skeleton height={14} width="22%" />
            <Skeleton height={12} width="34%" />
            <Skeleton height={20} width="14%" />
          </div>
        ))}
      </Card>
    </LoadingRegion>
  )
}
