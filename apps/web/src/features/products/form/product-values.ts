import type { Product, ProductAvailability } from '@linkshelf/contract'

export interface AttributeRow {
  name: string
  value: string
}

/** The values of the form's fields. */
export interface ProductValues extends Record<string, unknown> {
  name: string
  description: string
  image_url: string
  product_url: string
  attributes: AttributeRow[]
  categories: string[]
  /** Ids of links for a new product. Those of an existing product are linked and unlinked one by one. */
  urls: string[]
  active: boolean
  availability: ProductAvailability
  show_from: string | null
  show_until: string | null
}

/** The values of a product, or of a new one. */
export function toProductValues(product: Product | undefined): ProductValues {
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    image_url: product?.image_url ?? '',
    product_url: product?.product_url ?? '',
    attributes: Object.entries(product?.attributes ?? {}).map(([name, value]) => ({ name, value })),
    categories: [...(product?.categories ?? [])],
    urls: [],
    active: product?.active ?? true,
    availability: product?.availability ?? 'available',
    show_from: product?.show_from ?? null,
    show_until: product?.show_until ?? null,
  }
}
