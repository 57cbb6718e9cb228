import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { productsPath, toProductEditPath } from '../../../features/products/product-paths.ts'
import { productQuery } from '../../../features/products/product-queries.ts'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Screen } from '../../screen.tsx'
import { ProductLoading } from '../store-loading.tsx'
import { ProductEditor } from './product-editor.tsx'

const ProductNotFound = createLazyComponent(async () => (await import('./product-not-found.tsx')).ProductNotFound)

export function NewProductScreen() {
  const { project } = useProject()
  const [createdId, setCreatedId] = useState<string>()
  /** The number of products that were created with "add another". Each of these products is followed by a new form. */
  const [createdCount, setCreatedCount] = useState(0)
  if (createdId !== undefined) return <Navigate to={toProductEditPath(createdId)} replace />
  return (
    <Screen title="New product" hasOwnHeading>
      <ProductEditor
        key={`${project.id} ${createdCount}`}
        product={undefined}
        isAnother={createdCount > 0}
        onCreated={({ product_id }, addsAnother) => (addsAnother ? setCreatedCount(createdCount + 1) : setCreatedId(product_id))}
      />
    </Screen>
  )
}

/** Loads the product in the URL. */
export function ProductScreen() {
  const { productId = '' } = useParams()
  const { scope } = useProject()
  const [openedIn] = useState(scope.projectId)
  // The product is always reloaded, because a form with outdated values would save them again.
  const { data: product, error, refetch, isFetchedAfterMount } = useQuery({ ...productQuery(scope, productId), refetchOnMount: 'always' })

  // Another project became the current project, and the product is not in it.
  if (scope.projectId !== openedIn) return <Navigate to={productsPath} replace />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Suspense fallback={<ProductLoading />}>
        <ProductNotFound />
      </Suspense>
    )
  if (product !== undefined && isFetchedAfterMount) {
    return (
      <Screen title={product.name} hasOwnHeading>
        <ProductEditor key={productId} product={product} />
      </Screen>
    )
  }
  if (error === null) return <ProductLoading />
  return (
    <Screen title="Edit product">
      <ErrorPanel title="This product could not be loaded" error={error} onRetry={refetch} />
    </Screen>
  )
}
