import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { lastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import productEditorClasses from './product/product-editor.module.css'
import productsScreenClasses from './products-screen.module.css'
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
        {Array.from({ length: lastRowCount('categories', 6) }, (_, index) => `card ${index}`).map((name) => (
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
      <Skeleton height={62} />
      <Skeleton height={38} maw={300} />
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

const sectionHeights = [
  { name: 'basic', height: 430 },
  { name: 'categories', height: 166 },
  { name: 'attributes', height: 150 },
  { name: 'links', height: 190 },
]

/** Each part has the height of its section, so that the layout does not shift when the data is loaded. */
export function ProductLoading() {
  return (
    <Screen title="Product" hasOwnHeading>
      <h1 className="visually-hidden">Product</h1>
      <LoadingRegion>
        <Skeleton height={14} width={110} />
        <Skeleton height={30} width={280} maw="100%" />
        <div className={productEditorClasses.columns}>
          <div className={productEditorClasses.sections}>
            {sectionHeights.map(({ name, height }) => (
              <Card key={name} h={height}>
                <Skeleton height={18} width={170} mb={28} />
                <Skeleton height={36} mb={20} />
                <Skeleton height={36} />
              </Card>
            ))}
          </div>
          <Card className={productEditorClasses.previewLoading}>
            <Skeleton height={18} width={90} mb={28} />
            <Skeleton height={380} />
          </Card>
        </div>
      </LoadingRegion>
    </Screen>
  )
}

// Each has the height of its screen, so that the layout does not shift when the data is loaded.

export const productsSubtitle = 'The products of your store, in its order'

export function ProductsLoading() {
  return (
    <Screen title="Products" subtitle={productsSubtitle}>
      <div className={productsScreenClasses.toolbar}>
        <Skeleton className={productsScreenClasses.searchLoading} />
        <Skeleton className={productsScreenClasses.categoryLoading} />
        <Skeleton height={36} width={138} />
      </div>
      <ProductRowsSkeleton />
    </Screen>
  )
}

export function ProductRowsSkeleton() {
  return (
    <LoadingRegion>
      <Card p={0} className={productsScreenClasses.rowsLoading}>
        {Array.from({ length: lastRowCount('products', 6) }, (_, index) => `row ${index}`).map((name) => (
          <div key={name} className={productsScreenClasses.rowLoading}>
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
