import type { PictureLook, Product } from '@linkshelf/contract'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useProject } from '../../../features/organizations/selection.tsx'
import { FormSection } from '../../../features/products/form/form-section.tsx'
import { toPreviewedProduct } from '../../../features/products/form/previewed-product.ts'
import type { ProductForm } from '../../../features/products/form/use-product-form.ts'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import classes from '../product-editor.module.css'
import { useLinks } from './product-price.tsx'

/** The preview's code is loaded after the first render, because the preview is next to the form or below it. */
const ProductPreview = createLazyComponent(() =>
  import('../../../features/stores/preview/product-preview.tsx').then((module) => module.ProductPreview),
)

/**
 * The debounce time of the preview in milliseconds. The values change with every key, so the preview is rendered only
 * when they have not changed for this time.
 */
const renderAfterMs = 120

interface LivePreviewProps {
  product: Product | undefined
  /** The computed look of the picture in the form: its focus, its hue, and whether it is a cutout. */
  look: PictureLook | null
  form: ProductForm
  /** The destination of a link that is created together with the product. */
  target: string | undefined
}

/** Shows the page of the product with the values in the form. */
export function LivePreview({ product, look, form: { form }, target }: LivePreviewProps) {
  const { scope, entitlements } = useProject()
  const { hasStorePage, hasProductPage } = entitlements
  const { data: store } = useQuery(storeQuery(scope))
  const [values] = useDebouncedValue(form.values, renderAfterMs)
  const previewed = useMemo(() => toPreviewedProduct(values, product, look), [values, product, look])
  const links = useLinks(previewed.urls)

  return (
    <aside className={classes.preview} aria-label="Live preview">
      <FormSection title="Preview">
        {store === null && (
          <Text size="sm" c="dimmed">
            {hasStorePage ? 'Create a store to see the product in it.' : 'The product is shown here once there is a store.'}
          </Text>
        )}
        {store && (
          <ErrorBoundary fallback={() => <Text c="dimmed">The preview could not be loaded. Reload the page to see it.</Text>}>
            <Suspense>
              <ProductPreview
                scope={scope}
                store={store}
                product={previewed}
                links={links}
                target={target}
                hasStorePage={hasStorePage}
                hasProductPages={hasProductPage}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </FormSection>
    </aside>
  )
}
