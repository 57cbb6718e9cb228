// JSON-LD with nothing but what the owner entered (schema.org).
import { findPrice } from '@linkshelf/contract'
import { type StoreData, type StoreProductData, storeUrls } from './store-data.ts'

export function productListOf(store: StoreData, origin: string, products: readonly StoreProductData[]): object {
  return {
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.name,
      ...(store.hasProductPages && { url: storeUrls.product(store, origin, product) }),
    })),
  }
}

export interface Step {
  name: string
  url: string
}

/** Returns the path from the store to this page. */
export function breadcrumbOf(store: StoreData, origin: string, ...steps: Step[]): object {
  const all = [{ name: store.displayName ?? store.name, url: storeUrls.store(store, origin) }, ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
  }
}

/**
 * An offer only where the owner entered a price with its currency: nothing here knows what a shop charges, or
 * whether it has the product.
 */
export function productOf(store: StoreData, origin: string, product: StoreProductData): object {
  const attributes = Object.entries(product.attributes)
  const brand = attributes.find(([name]) => /^(brand|marke|marque|marca|merk)$/i.test(name))?.[1]
  const price = findPrice(product.attributes)
  const availability = product.isAvailable ? {} : { availability: 'https://schema.org/OutOfStock' }
  return {
    '@type': 'Product',
    name: product.name,
    url: storeUrls.product(store, origin, product),
    ...(product.description && { description: product.description }),
    ...(product.imageUrl && { image: product.imageUrl }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(attributes.length > 0 && { additionalProperty: attributes.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })) }),
    ...(price && { offers: { '@type': 'Offer', price: price.amount, priceCurrency: price.currency, ...availability } }),
  }
}
