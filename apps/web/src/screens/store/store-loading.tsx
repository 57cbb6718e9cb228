import { Skeleton } from '@mantine/core'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { readLastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { AreaNotice, Screen } from '../screen.tsx'
import productEditorClasses from './product-editor.module.css'
import productsScreenClasses from './products-screen.module.css'
import classes from './store.module.css'
import settingsClasses from './store-settings.module.css'

// Each skeleton has the height of its screen, so that the layout does not shift when the data is loaded.

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
        {Array.from({ length: readLastRowCount('categories', 6) }, (_, index) => `card ${index}`).map((name) => (
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
    <Screen
      title="Store Settings"
      subtitle={storeSettingsSubtitle}
      back={<BackLink to="/store/products">Products</BackLink>}
      action={<StoreActionsSkeleton />}
    >
      <StoreSettingsSkeleton />
    </Screen>
  )
}

/** The skeleton of the switch and the button in the head. */
export function StoreActionsSkeleton() {
  return <Skeleton height={36} width={290} />
}

export function StoreSettingsSkeleton() {
  return (
    <LoadingRegion>
      <Card p={0} className={settingsClasses.shareLoading}>
        {null}
      </Card>
      <div className={settingsClasses.columns}>
        <Skeleton height={38} maw={277} mt={8} />
        <div className={settingsClasses.settings}>
          {['first', 'second'].map((name) => (
            <Card key={name} className={settingsClasses.sectionLoading}>
              <Skeleton height={16} width={160} mb={10} />
              <Skeleton height={12} width={280} maw="100%" mb={32} />
              {['name', 'display name', 'title'].map((field) => (
                <Skeleton key={field} height={36} mb={44} />
              ))}
              <Skeleton height={110} />
            </Card>
          ))}
        </div>
        <Skeleton className={`${settingsClasses.preview} ${settingsClasses.previewLoading}`} />
      </div>
    </LoadingRegion>
  )
}

const openSections = [
  { name: 'basic', height: 632, fields: 5 },
  { name: 'links', height: 260, fields: 2 },
  { name: 'categories', height: 186, fields: 2 },
]

const collapsedSections = ['attributes', 'availability', 'urls', 'qr code']

/**
 * The skeleton of a product's form. Each part has the height of its section, so that the layout does not shift when the
 * data is loaded.
 */
export function ProductLoading() {
  return (
    <Screen title="Product" hasOwnHeading>
      <h1 className="visually-hidden">Product</h1>
      <LoadingRegion>
        <div className={productEditorClasses.headLoading}>
          <Skeleton height={14} width={110} mb={12} />
          <Skeleton height={30} width={280} maw="100%" mb={12} />
          <Skeleton height={18} width={240} />
        </div>
        <AreaNotice />
        <div className={productEditorClasses.columns}>
          <div className={productEditorClasses.sections}>
            {openSections.map(({ name, height, fields }) => (
              <Card key={name} h={height}>
                <Skeleton height={18} width={170} mb={28} />
                {Array.from({ length: fields }, (_, index) => `field ${index}`).map((field) => (
                  <Skeleton key={field} height={36} mb={24} />
                ))}
              </Card>
            ))}
            {collapsedSections.map((name) => (
              <Card key={name}>
                <Skeleton height={24} width={170} />
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

// Each skeleton has the height of its screen, so that the layout does not shift when the data is loaded.

export const productsSubtitle = 'The products of your store, in its order'

export function ProductsLoading() {
  return (
    <Screen title="Products" subtitle={productsSubtitle}>
      <div className={productsScreenClasses.toolbar}>
        <Skeleton className={productsScreenClasses.searchLoading} />
        <Skeleton className={productsScreenClasses.categoryLoading} />
        <Skeleton className={productsScreenClasses.sortLoading} />
        <Skeleton height={36} width={92} />
        <Skeleton height={36} width={138} />
      </div>
      <ProductRowsSkeleton />
    </Screen>
  )
}

export function ProductRowsSkeleton() {
  return (
    <LoadingRegion>
      <div className={productsScreenClasses.selectLoading}>
        <Skeleton height={20} width={150} />
      </div>
      <Card p={0} className={productsScreenClasses.rowsLoading}>
        {Array.from({ length: readLastRowCount('products', 6) }, (_, index) => `row ${index}`).map((name) => (
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
