import {
  type Category,
  type CheckedPrice,
  formatCheckedDay,
  formatPrice,
  type PictureFocus,
  type Product,
  type ProductAvailability,
  type ProductFormDraft,
  type ProductPrice,
  productForm,
  productMessages,
} from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { formatPercent } from '../../../ui/formats/numbers.ts'
import { askInDialog, type FieldTexts } from '../../../ui/forms/conflict-form.tsx'
import { createScheduleTexts } from '../../../ui/forms/schedule-fields.tsx'
import { useRevisedForm } from '../../../ui/forms/use-revised-form.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { useCreateProduct, usePatchProduct } from '../product-mutations.ts'

export type ProductForm = ReturnType<typeof useProductForm>

interface ProductFormOptions {
  scope: ProjectScope
  /** Undefined for a new product. */
  product: Product | undefined
  /** The categories of the project that are already loaded. */
  categories: readonly Category[]
  /** The time zone of the project. */
  timeZone: string
  /** A page of a shop. A short link to it is created together with the product. */
  target?: string | undefined
  onCreated?: ((product: Product) => void) | undefined
}

/** Returns the form of an existing or a new product. */
export function useProductForm({ scope, product, categories, timeZone, target, onCreated }: ProductFormOptions) {
  const creation = useCreateProduct(scope)
  const saving = usePatchProduct(scope)
  return useRevisedForm(productForm, {
    loaded: product,
    toValues: toProductValues,
    savedApart: ['active', 'urls'],
    errorFields: {
      PAGE_SLUG_TAKEN: 'slug',
      PAGE_SLUG_RESERVED: 'slug',
      PRODUCT_PIN_LIMIT_REACHED: 'pinned',
      CATEGORY_NOT_FOUND: 'categories',
      LINK_NOT_FOUND: 'urls',
    },
    create: (draft) => creation.mutateAsync({ draft, target }),
    patch: ({ product_id: productId }, patch) => saving.mutateAsync({ productId, patch }),
    ask: askInDialog(createProductFieldTexts(categories, timeZone)),
    onSuccess: (saved, outcome) => {
      if (outcome === 'created') onCreated?.(saved)
      else if (outcome === 'unchanged') void showToast({ title: 'Nothing to save', message: saved.name })
    },
    onError: (error) =>
      void showErrorToast(error, { fallback: product === undefined ? productMessages.createFailed : productMessages.updateFailed }),
  })
}

/** Returns how each field is shown if another user has changed it at the same time. */
function createProductFieldTexts(categories: readonly Category[], timeZone: string): FieldTexts<Omit<ProductFormDraft, 'active' | 'urls'>> {
  const findCategoryName = (id: string) => categories.find(({ category_id }) => category_id === id)?.name ?? 'A deleted category'
  return {
    name: { label: 'Name' },
    slug: { label: 'Address' },
    description: { label: 'Description' },
    image_url: { label: 'Image', isPicture: true },
    image_focus: { label: 'Focus', toText: ({ x, y }) => `${formatPercent(x, 1)} from the left, ${formatPercent(y, 1)} from the top` },
    categories: { label: 'Categories', toText: (ids) => ids.map(findCategoryName) },
    attributes: { label: 'Product Attributes' },
    price: { label: 'Price', toText: describePrice },
    availability: { label: 'Availability', toText: (name) => availabilityLabels[name] },
    pinned: { label: 'Pinned' },
    ...createScheduleTexts(timeZone),
    product_url: { label: 'Product page of the shop' },
  }
}

/**
 * Returns a price as text. If the user typed no check day, the text has no day, because the price gets the day on which
 * it is saved.
 */
function describePrice({ checked_on, ...price }: ProductPrice & Partial<CheckedPrice>): string {
  const text = formatPrice(price, 'en')
  return checked_on === undefined ? text : `${text}, checked on ${formatCheckedDay({ checked_on }, 'en')}`
}

export const availabilityLabels: Record<ProductAvailability, string> = {
  available: 'Available',
  unavailable: 'Unavailable',
  hidden: 'Hidden',
}

/** The price fields as typed. If the amount is empty, the product has no price. */
export interface PriceValues {
  amount: string
  currency: string
  /** ISO 8601. Blank until a day is typed. */
  checked_on: string
}

interface AttributeRow {
  name: string
  value: string
}

/** The values of the form's fields. */
export interface ProductValues extends Record<string, unknown> {
  name: string
  slug: string
  description: string
  image_url: string
  image_focus: PictureFocus | null
  product_url: string
  attributes: AttributeRow[]
  categories: string[]
  /** Ids of links for a new product. The links of an existing product are linked and unlinked individually. */
  urls: string[]
  active: boolean
  availability: ProductAvailability
  price: PriceValues
  pinned: boolean
  show_from: string | null
  show_until: string | null
}

/** Returns the form values of a product, or of a new product if `product` is undefined. */
function toProductValues(product: Product | undefined): ProductValues {
  return {
    name: product?.name ?? '',
    slug: product?.slug ?? '',
    description: product?.description ?? '',
    image_url: product?.image_url ?? '',
    image_focus: product?.image_focus ?? null,
    product_url: product?.product_url ?? '',
    attributes: Object.entries(product?.attributes ?? {}).map(([name, value]) => ({ name, value })),
    categories: [...(product?.categories ?? [])],
    urls: [],
    active: product?.active ?? true,
    availability: product?.availability ?? 'available',
    price: product?.price ?? { amount: '', currency: '', checked_on: '' },
    pinned: product?.pinned ?? false,
    show_from: product?.show_from ?? null,
    show_until: product?.show_until ?? null,
  }
}
