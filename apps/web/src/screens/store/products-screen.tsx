import { bulkProductsMax, type Category, type Product } from '@linkshelf/contract'
import { Button, Group, Switch } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { Link as RouteLink } from 'react-router'
import { categoryListQuery, useCreateCategory } from '../../features/categories/category-queries.ts'
import { findImportName } from '../../features/file-imports/import-state.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import type { OpenProductDialog } from '../../features/products/dialogs/product-dialogs.tsx'
import { FileButtons, ImportProductsButton } from '../../features/products/files/file-buttons.tsx'
import { EmptyProducts } from '../../features/products/list/empty-products.tsx'
import {
  CategoryFilter,
  focusProductSearch,
  ProductSearch,
  ProductSortSelect,
  useProductFilter,
} from '../../features/products/list/product-search.tsx'
import { ProductSelectionBar } from '../../features/products/list/product-selection-bar.tsx'
import { ProductTable } from '../../features/products/list/product-table.tsx'
import { useMoveProduct } from '../../features/products/list/use-move-product.ts'
import { usePinProduct } from '../../features/products/list/use-pin-product.ts'
import { newProductPath } from '../../features/products/product-paths.ts'
import { isUnfiltered, type ProductFilter, productImportsQuery, productListQuery } from '../../features/products/product-queries.ts'
import { useShowInStore } from '../../features/products/visibility/use-show-in-store.ts'
import { useQrQuickDownload } from '../../features/qr-codes/qr-downloads.tsx'
import { toProductQrSubject } from '../../features/qr-codes/qr-subject.ts'
import { storeQuery } from '../../features/stores/store-queries.ts'
import { Can, useRejectsAddition } from '../../session/permissions.tsx'
import { moveFocusWhenRemoved } from '../../ui/browser/focus.ts'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { readLastRowCount, useRowCount } from '../../ui/states/row-count.ts'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import { useRowSelection } from '../../ui/tables/row-selection.ts'
import { Screen } from '../screen.tsx'
import { useNoStoreErrorActions } from './no-store.tsx'
import classes from './products-screen.module.css'
import { ProductRowsSkeleton, productsSubtitle } from './store-loading.tsx'

const openProductDialog = createLazyDialog(async () => (await import('../../features/products/dialogs/product-dialogs.tsx')).productDialog)

const DeletedProducts = createLazyComponent(
  async () => (await import('../../features/products/deleted/deleted-products.tsx')).DeletedProducts,
)

export function ProductsScreen() {
  const { scope, project } = useProject()
  const { filter, isDeleted, showDeleted, typed, type, chooseCategory, chooseSort, toEveryImport, clear } = useProductFilter()
  const { data: categories = [] } = useQuery(categoryListQuery(scope))

  /** The Clear button disappears with the search, so the focus moves to the field. */
  function clearSearch(): void {
    clear()
    focusProductSearch()
  }

  const { data } = useInfiniteQuery(productListQuery(scope, filter))
  const isWhole = !isDeleted && typed === '' && isUnfiltered(filter)
  // While the products load, the screen assumes that there are as many as at the last visit. At the first visit, a
  // project without links is expected to have no products.
  const isEmpty = isWhole && (data?.pages[0]?.body.length ?? readLastRowCount('products', project.link_count, 0)) === 0

  return (
    <Screen title="Products" subtitle={productsSubtitle}>
      {!isEmpty && (
        <div className={classes.toolbar}>
          <ProductSearch typed={typed} onType={type} onClear={clearSearch} />
          {!isDeleted && (
            <>
              <CategoryFilter categories={categories} chosen={filter.category} onChoose={chooseCategory} />
              <ProductSortSelect chosen={filter.sort} onChoose={chooseSort} />
            </>
          )}
          <Switch label="Deleted" checked={isDeleted} onChange={(event) => showDeleted(event.currentTarget.checked)} />
          <FileButtons scope={scope} />
          <AddProductButton />
        </div>
      )}
      {filter.importId !== '' && !isDeleted && <ImportFilter importId={filter.importId} to={toEveryImport()} />}
      {isDeleted ? (
        <Suspense fallback={<ProductRowsSkeleton />}>
          <DeletedProducts scope={scope} search={filter.search} />
        </Suspense>
      ) : (
        <ProductList filter={filter} categories={categories} onClear={clearSearch} onShowDeleted={() => showDeleted(true)} />
      )}
    </Screen>
  )
}

/** Shows that the list has only what an import created. A click removes this filter. */
function ImportFilter({ importId, to }: { importId: string; to: string }) {
  const { scope } = useProject()
  const { data: imports = [] } = useQuery(productImportsQuery(scope))
  const name = findImportName(imports, importId)
  return (
    <div>
      <Button
        component={RouteLink}
        to={to}
        variant="light"
        size="compact-md"
        rightSection={<IconX aria-hidden size={14} />}
        aria-label={`Remove filter Import: ${name}`}
        onClick={({ currentTarget }) => moveFocusWhenRemoved(currentTarget)}
      >
        Import: {name}
      </Button>
    </div>
  )
}

function AddProductButton({ label = 'Add Product' }: { label?: string }) {
  const icon = <IconPlus aria-hidden size={17} />
  if (useRejectsAddition('products.create'))
    return (
      <Can call="products.create">
        <Button leftSection={icon}>{label}</Button>
      </Can>
    )
  return (
    <Can call="products.create">
      <Button component={RouteLink} to={newProductPath} leftSection={icon}>
        {label}
      </Button>
    </Can>
  )
}

interface ProductListProps {
  filter: ProductFilter
  categories: readonly Category[]
  onClear: () => void
  onShowDeleted: () => void
}

function ProductList({ filter, categories, onClear, onShowDeleted }: ProductListProps) {
  const { scope, project, entitlements } = useProject()
  const pages = useInfiniteQuery(productListQuery(scope, filter))
  // A phone needs much time to render twenty rows. The data is deferred, so that React renders the rows in short tasks.
  const data = useDeferredValue(pages.data)
  const products = data?.pages.flatMap(({ body }) => body) ?? []
  const loaded = { products, hasMore: pages.hasNextPage }
  useRowCount('products', data?.pages[0]?.body.length)
  const { data: store } = useQuery(storeQuery(scope))
  const showInStore = useShowInStore(scope, store)
  const pin = usePinProduct(scope)
  const { move, announcement } = useMoveProduct(scope, loaded)
  const download = useQrQuickDownload()
  useNoStoreErrorActions()
  const { mutateAsync: createCategory } = useCreateCategory(scope)
  const open: OpenProductDialog = (kind, chosen, opener) =>
    openProductDialog(opener, { scope, categories, kind, products: chosen, createCategory: (name) => createCategory({ name }) })
  const selection = useRowSelection<Product>({
    view: JSON.stringify([scope, filter]),
    rows: products,
    idOf: ({ product_id }) => product_id,
    max: bulkProductsMax,
  })

  if (data === undefined && !pages.isError) return <ProductRowsSkeleton />
  if (data === undefined) return <ErrorPanel title="Error loading products" error={pages.error} onRetry={pages.refetch} />
  // All products on screen were just deleted or moved, and the next page is loading.
  if (products.length === 0 && pages.hasNextPage) return <ProductRowsSkeleton />
  if (products.length === 0) {
    return (
      <EmptyProducts
        filter={filter}
        onClear={onClear}
        actions={
          <Group gap="xs" justify="center">
            <AddProductButton label="Add your first product" />
            <ImportProductsButton scope={scope}>Import products</ImportProductsButton>
            <Button
              variant="subtle"
              onClick={({ currentTarget }) => {
                moveFocusWhenRemoved(currentTarget)
                onShowDeleted()
              }}
            >
              Deleted products
            </Button>
          </Group>
        }
      />
    )
  }
  return (
    <>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <Can call="products.bulkChange">
        <ProductSelectionBar scope={scope} selection={selection} shownCount={products.length} onDialog={open} />
      </Can>
      <ProductTable
        scope={scope}
        loaded={loaded}
        categories={categories}
        isOrdered={
          filter.search === '' && filter.category === '' && filter.importId === '' && filter.sort === 'order' && !pages.isPlaceholderData
        }
        isStale={pages.isPlaceholderData}
        selection={selection}
        timeZone={project.time_zone}
        store={store}
        hasStorePage={entitlements.hasStorePage}
        onShowInStore={showInStore}
        onMove={move}
        onPin={pin}
        onDownloadQrCode={(product) => download.mutate(toProductQrSubject(scope, product))}
        onDialog={open}
        foot={(list) => <LoadMore pages={pages} list={list} shown={products.length} />}
      />
    </>
  )
}
