import { type CheckedPrice, nullableWebAddress, type PictureLook, type Product, priceFields } from '@linkshelf/contract'
import type { ProductValues } from './use-product-form.ts'

/** The id that stands for a product that has not been created. */
const newId = '00000000-0000-7000-8000-000000000000'

/**
 * Returns the product with the values that are typed into the form, for a preview. `look` describes the picture in the
 * form, for example its focus.
 */
export function toPreviewedProduct(values: ProductValues, product: Product | undefined, look: PictureLook | null): Product {
  const rows = values.attributes.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '')
  return {
    product_id: product?.product_id ?? newId,
    name: values.name.trim() || 'Product name',
    slug: product?.slug ?? '',
    description: values.description.trim() || null,
    image_url: parseAddressOrNull(values.image_url),
    image_focus: values.image_focus,
    image_look: look,
    product_url: null,
    attributes: Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value.trim()])),
    categories: values.categories,
    urls: product?.urls ?? values.urls,
    availability: values.availability,
    price: parsePriceOrNull(values.price),
    product_linkshelf_url: null,
    active: product?.active ?? values.active,
    in_store: true,
    pinned: values.pinned,
    visibility: { state: 'visible', reason: null, at: null },
    revision: '',
    show_from: null,
    show_until: null,
  }
}

/** Returns the typed price. Returns null if there is no price, or if the price is still incomplete. */
function parsePriceOrNull(typed: ProductValues['price']): CheckedPrice | null {
  const parsed = priceFields.safeParse(typed)
  return parsed.success && parsed.data !== null ? { checked_on: '', ...parsed.data } : null
}

/** Returns the typed address. Returns null if there is no address, or if the address is still incomplete. */
function parseAddressOrNull(typed: string): string | null {
  const parsed = nullableWebAddress.safeParse(typed)
  return parsed.success ? parsed.data : null
}
