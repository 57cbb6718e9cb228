import type { Product } from '@linkshelf/contract'
import { Button, Switch, Text, Title } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { ProductTrafficCard } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { copyLink } from '../../../features/links/copy-link.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { AttributesSection } from '../../../features/products/form/attributes-section.tsx'
import { AvailabilitySection, BasicSection } from '../../../features/products/form/form-section.tsx'
import { PageUrlSection } from '../../../features/products/form/page-url-section.tsx'
import { useProductForm } from '../../../features/products/form/use-product-form.ts'
import { useBulkChangeProducts } from '../../../features/products/product-mutations.ts'
import { productsPath } from '../../../features/products/product-paths.ts'
import { ImageField } from '../../../features/uploads/image-field.tsx'
import { Can, Editable, useCan } from '../../../session/permissions.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ErrorBoundary } from '../../../ui/errors/error-boundary.tsx'
import { useSaveBar, useUnsavedChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { ProductCategories } from './product-categories.tsx'
import classes from './product-editor.module.css'
import { ProductLinks } from './product-links.tsx'
import { LivePreview } from './product-preview.tsx'
import { ProductQrCode } from './product-qr-code.tsx'

interface ProductEditorProps {
  /** Undefined for a new one. */
  product: Product | undefined
  onCreated?: (product: Product) => void
  /** Buttons beside the switch. */
  actions?: React.ReactNode
}

/** The form of a product. Visibility and links of a product that exists are saved at once, everything else by Save. */
export function ProductEditor({ product, onCreated, actions }: ProductEditorProps) {
  const { scope, project } = useProject()
  const form = useProductForm(scope, product, onCreated)
  useUnsavedChanges(form.hasChanges)
  useSaveBar()

  return (
    <form noValidate onSubmit={form.submit} aria-label={product === undefined ? 'New product' : `Product ${product.name}`}>
      <div className={classes.head}>
        <div>
          <BackLink to={productsPath}>Products</BackLink>
          <Title order={1}>{product?.name ?? 'New Product'}</Title>
        </div>
        <div className={classes.actions}>
          {actions}
          <ActiveSwitch product={product} form={form} />
        </div>
      </div>
      <div className={classes.columns}>
        <div className={classes.sections}>
          <Editable call="products.update">
            <BasicSection
              form={form}
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
      <Can call="products.update">
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
