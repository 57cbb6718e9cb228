import type { Product } from '@linkshelf/contract'
import { Button, Switch, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Link as RouteLink } from 'react-router'
import { ProductTrafficCard } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { categoryListQuery } from '../../../features/categories/category-queries.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { linkQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { AttributesSection } from '../../../features/products/form/attributes-section.tsx'
import { AvailabilitySection, BasicSection, FormSection } from '../../../features/products/form/form-section.tsx'
import { PageUrlSection } from '../../../features/products/form/page-url-section.tsx'
import { previewedProduct } from '../../../features/products/form/previewed-product.ts'
import { type ProductForm, useProductForm } from '../../../features/products/form/use-product-form.ts'
import { useBulkChangeProducts } from '../../../features/products/product-mutations.ts'
import { productsPath } from '../../../features/products/product-paths.ts'
import { VisibilityNote } from '../../../features/products/visibility/visibility-note.tsx'
import { QrCodeCard } from '../../../features/qr-codes/qr-code-card.tsx'
import { productQrSubject } from '../../../features/qr-codes/qr-subject.ts'
import { PageAddressField } from '../../../features/stores/page-address/page-address-field.tsx'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { ImageField } from '../../../features/uploads/image-field.tsx'
import { Can, Editable, useCan } from '../../../session/permissions.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { useSaveBar, useUnsavedChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { QrCodeSkeleton } from '../../loading.tsx'
import { describeNoStore, NoStoreButton, useNoStoreErrorActions } from '../no-store.tsx'
import { ProductCategories } from './product-categories.tsx'
import classes from './product-editor.module.css'
import { ProductLinks } from './product-links.tsx'

interface ProductEditorProps {
  /** Undefined for a new one. */
  product: Product | undefined
  onCreated?: (product: Product) => void
  /** Buttons beside the switch. */
  actions?: React.ReactNode
}

/** The form of a product. Visibility and links of a product that exists are saved at once, everything else by Save. */
export function ProductEditor({ product, onCreated, actions }: ProductEditorProps) {
  const { scope, project, entitlements } = useProject()
  const { data: categories = [] } = useQuery(categoryListQuery(scope))
  const form = useProductForm({ scope, product, categories, timeZone: project.time_zone, onCreated })
  useUnsavedChanges(form.hasChanges)
  useSaveBar()
  useNoStoreErrorActions()

  return (
    <form noValidate onSubmit={form.submit} aria-label={product === undefined ? 'New product' : `Product ${product.name}`}>
      <div className={classes.head}>
        <div>
          <BackLink to={productsPath}>Products</BackLink>
          <Title order={1}>{product?.name ?? 'New Product'}</Title>
          {product !== undefined && (
            <VisibilityNote scope={scope} product={product} timeZone={project.time_zone} hasStorePage={entitlements.hasStorePage} />
          )}
        </div>
        <div className={classes.actions}>
          {actions}
          <ActiveSwitch product={product} form={form} />
        </div>
      </div>
      <div className={classes.columns}>
        <div className={classes.sections}>
          <Editable call={product === undefined ? 'products.create' : 'products.patch'}>
            <BasicSection
              form={form}
              address={
                <PageAddressField
                  scope={scope}
                  kind="product"
                  name={form.form.values.name}
                  savedSlug={product?.slug}
                  slug={form.form.values.slug}
                  field={form.field('slug')}
                />
              }
              image={
                <ImageField
                  scope={scope}
                  label="Image"
                  description="Square pictures suit every layout. Without one, a placeholder is shown."
                  {...form.field('image_url')}
                  value={form.form.values.image_url}
                />
              }
            />
            <ProductCategories form={form} />
            <AttributesSection form={form} />
            <ProductLinks product={product} form={form} />
            <AvailabilitySection form={form} timeZone={project.time_zone} />
            <PageUrlSection scope={scope} product={product} form={form} onCopy={(url) => void copyLink({ url })} />
          </Editable>
          {product !== undefined && <Traffic productId={product.product_id} />}
          {product !== undefined && <ProductQrCode product={product} />}
        </div>
        <LivePreview product={product} form={form} />
      </div>
      <Can call="products.patch">
        <div className={classes.bar}>
          <span className={classes.changed} role="status">
            {form.hasChanges && 'Unsaved changes'}
          </span>
          <Button component={RouteLink} to={productsPath} variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={form.isPending}>
            {product === undefined ? 'Create Product' : 'Save Product'}
          </Button>
        </div>
      </Can>
    </form>
  )
}

function Traffic({ productId }: { productId: string }) {
  const { scope } = useProject()
  return (
    <ErrorBoundary fallback={() => <Text c="dimmed">Views and clicks could not be loaded. Reload the page to see them.</Text>}>
      <ProductTrafficCard scope={scope} productId={productId} />
    </ErrorBoundary>
  )
}

function ActiveSwitch({ product, form: { form } }: { product: Product | undefined; form: ReturnType<typeof useProductForm> }) {
  const { scope } = useProject()
  const activation = useBulkChangeProducts(scope)
  const canChange = useCan('products.bulkChange')
  return (
    <Switch
      label="Active"
      aria-description="Visitors see active products only."
      labelPosition="left"
      checked={product?.active ?? form.values.active}
      disabled={!canChange}
      onChange={({ currentTarget: { checked } }) => {
        if (product === undefined) form.setFieldValue('active', checked)
        else activation.mutate({ products: [product], action: checked ? 'activate' : 'deactivate' })
      }}
    />
  )
}

/** The preview is beside the form or below it, so its code loads after the first render. */
const ProductPreview = lazyComponent(() =>
  import('../../../features/stores/preview/product-preview.tsx').then((module) => module.ProductPreview),
)

/** Typing changes the product with every key; the page is rendered once it rests this long. */
const renderAfterMs = 120

/** The page of the product as it is typed. */
function LivePreview({ product, form: { form } }: { product: Product | undefined; form: ProductForm }) {
  const { scope, entitlements } = useProject()
  const { hasStorePage, hasProductPage } = entitlements
  const { data: store } = useQuery(storeQuery(scope))
  const [values] = useDebouncedValue(form.values, renderAfterMs)
  const previewed = useMemo(() => previewedProduct(values, product), [values, product])
  const links = useQueries({
    queries: previewed.urls.map((urlId) => linkQuery(scope, urlId)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })

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
                store={store}
                product={previewed}
                links={links}
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

/** The QR code of a product's page. It needs a store: the page is in it. */
function ProductQrCode({ product }: { product: Product }) {
  const { scope, entitlements } = useProject()
  const { data: store, isPending } = useQuery(storeQuery(scope))
  if (isPending) return <QrCodeSkeleton />
  if (store === null) {
    return (
      <FormSection title="QR code" action={<NoStoreButton />}>
        <Text size="sm" c="dimmed">
          {describeNoStore(entitlements)}
        </Text>
      </FormSection>
    )
  }
  return <QrCodeCard subject={productQrSubject(scope, product)} />
}
