import type { PictureLook, Product, ProductSuggestion, Upload } from '@linkshelf/contract'
import { Button, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { Link as RouteLink, useNavigate } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { ProductTrafficCard } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { categoryListQuery } from '../../../features/categories/category-queries.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { applySuggestion, type PastedLines, ProductStart } from '../../../features/products/add/product-start.tsx'
import { AttributesSection } from '../../../features/products/form/attributes-section.tsx'
import { AvailabilitySection, BasicSection, CollapsedSection } from '../../../features/products/form/form-section.tsx'
import { PageUrlSection } from '../../../features/products/form/page-url-section.tsx'
import { useProductForm } from '../../../features/products/form/use-product-form.ts'
import { useBulkChangeProducts } from '../../../features/products/product-mutations.ts'
import { productsPath } from '../../../features/products/product-paths.ts'
import { VisibilityNote } from '../../../features/products/visibility/visibility-note.tsx'
import { QrCode } from '../../../features/qr-codes/qr-code-card.tsx'
import { toProductQrSubject } from '../../../features/qr-codes/qr-subject.ts'
import { PageAddressField } from '../../../features/stores/page-address/page-address-field.tsx'
import { storeQuery } from '../../../features/stores/store-queries.ts'
import { Can, Editable, useCan } from '../../../session/permissions.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { useSaveBar, useUnsavedChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { AreaNotice } from '../../screen.tsx'
import { describeNoStore, NoStoreButton, useNoStoreErrorActions } from '../no-store.tsx'
import classes from '../product-editor.module.css'
import { LivePreview } from './live-preview.tsx'
import { ProductCategories } from './product-categories.tsx'
import { ProductLinks } from './product-links.tsx'
import { ProductPicture } from './product-picture.tsx'
import { ProductPrice } from './product-price.tsx'

interface ProductEditorProps {
  /** Undefined if the product is new. */
  product: Product | undefined
  /** `addsAnother` is true if the user wants to add another product next. */
  onCreated?: (product: Product, addsAnother: boolean) => void
  /** True if the user has just created a product here. The first field then has the focus. */
  isAnother?: boolean
}

/**
 * The form of a product. For an existing product, changes of the visibility and the links are saved at once, and all
 * other changes when the user clicks Save.
 */
export function ProductEditor({ product, onCreated, isAnother = false }: ProductEditorProps) {
  const { scope, project, entitlements } = useProject()
  const navigate = useNavigate()
  const { data: categories = [] } = useQuery(categoryListQuery(scope))
  const [suggestion, setSuggestion] = useState<ProductSuggestion>()
  /** The URL of a shop's page. A short link to it is created together with the product. */
  const [target, setTarget] = useState<string>()
  /** The picture that was last uploaded. */
  const [uploaded, setUploaded] = useState<Upload>()
  const addsAnother = useRef(false)
  const form = useProductForm({
    scope,
    product,
    categories,
    timeZone: project.time_zone,
    target,
    onCreated: (created) => onCreated?.(created, addsAnother.current),
  })
  const look = toPictureLook(form.form.values.image_url, product, uploaded)
  useUnsavedChanges(form.hasChanges)
  useSaveBar()
  useNoStoreErrorActions()

  function fillIn(from: ProductSuggestion): void {
    setSuggestion(from)
    form.form.setValues(applySuggestion(form.form.getValues(), from, suggestion))
    setTarget(from.url_id === null ? from.url : undefined)
  }

  function submit(event: SubmitEvent<HTMLFormElement> | undefined, another: boolean): void {
    addsAnother.current = another
    form.submit(event)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => submit(event, false)}
      aria-label={product === undefined ? 'New product' : `Product ${product.name}`}
    >
      <div className={classes.head}>
        <div>
          <BackLink to={productsPath}>Products</BackLink>
          <Title order={1}>{product?.name ?? 'New product'}</Title>
          {product !== undefined && (
            <VisibilityNote scope={scope} product={product} timeZone={project.time_zone} hasStorePage={entitlements.hasStorePage} />
          )}
        </div>
        <div className={classes.actions}>
          <ActiveSwitch product={product} form={form} />
        </div>
      </div>
      <div className={classes.notice}>
        <AreaNotice />
      </div>
      <div className={classes.columns}>
        <div className={classes.sections}>
          <Editable call={product === undefined ? 'products.create' : 'products.patch'}>
            {product === undefined && (
              <ProductStart
                scope={scope}
                suggestion={suggestion}
                onSuggested={fillIn}
                onSeveral={(pasted) => openSeveralProducts(scope, pasted, () => navigate(productsPath))}
                hasFocus={isAnother}
              />
            )}
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
              image={<ProductPicture form={form} look={look} onUploaded={setUploaded} />}
              price={<ProductPrice product={product} form={form} target={target} />}
            />
            <ProductLinks product={product} form={form} target={target} onRemoveTarget={() => setTarget(undefined)} />
            <ProductCategories form={form} />
            <AttributesSection form={form} />
            <AvailabilitySection form={form} timeZone={project.time_zone} />
            <PageUrlSection scope={scope} product={product} form={form} onCopy={(url) => void copyLink({ url })} />
          </Editable>
          {product !== undefined && <ProductQrCode product={product} />}
          {product !== undefined && <Traffic productId={product.product_id} />}
        </div>
        <LivePreview product={product} look={look} form={form} target={target} />
      </div>
      <Can call="products.patch">
        <div className={classes.bar}>
          <span className={classes.changed} role="status">
            {form.hasChanges && 'Unsaved changes'}
          </span>
          <Button component={RouteLink} to={productsPath} variant="default">
            Cancel
          </Button>
          {product === undefined && (
            <Button variant="default" disabled={form.isPending} onClick={() => submit(undefined, true)}>
              Save and add another
            </Button>
          )}
          <Button type="submit" loading={form.isPending}>
            {product === undefined ? 'Create product' : 'Save product'}
          </Button>
        </div>
      </Can>
    </form>
  )
}

/**
 * Returns the computed look of the picture in the form: its focus, its hue, and whether it is a cutout. Returns null if
 * the look is unknown.
 */
function toPictureLook(address: string, product: Product | undefined, uploaded: Upload | undefined): PictureLook | null {
  if (address === uploaded?.url) return uploaded.look
  return product !== undefined && address === product.image_url ? product.image_look : null
}

function openSeveralProducts(scope: ProjectScope, pasted: PastedLines, onAdded: () => void): void {
  const load = () => import('../../../features/products/add/several-products.tsx')
  const field = document.activeElement instanceof HTMLElement ? document.activeElement : null
  void openDialog(() => load().then(({ severalProductsDialog }) => severalProductsDialog(scope, pasted, onAdded)), field)
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

/**
 * Shows the QR code of a product's page. The code is loaded when the section is first opened. The QR code needs a
 * store, because the page is part of the store.
 */
function ProductQrCode({ product }: { product: Product }) {
  const { scope, entitlements } = useProject()
  const [wasOpened, setWasOpened] = useState(false)
  const { data: store, isPending } = useQuery(storeQuery(scope))
  return (
    <CollapsedSection title="QR code" summary="To print or show" onToggle={() => setWasOpened(true)}>
      {store === null && (
        <div className={classes.noStore}>
          <Text size="sm" c="dimmed">
            {describeNoStore(entitlements)}
          </Text>
          <NoStoreButton />
        </div>
      )}
      {wasOpened && !isPending && store !== null && <QrCode subject={toProductQrSubject(scope, product)} />}
    </CollapsedSection>
  )
}
