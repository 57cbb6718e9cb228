// JSON-LD with nothing but what the owner entered and the page shows (schema.org). A node without the properties that
// Google requires is left out (developers.google.com/search/docs/appearance/structured-data).
import { type StoreCategoryData, type StoreData, type StoreProductData, storeUrls } from './store-data.ts'

/** None where products have no pages: each element needs an address. */
export function makeProductList(store: StoreData, origin: string, products: readonly StoreProductData[]): object[] {
  if (!store.hasProductPages || products.length === 0) return []
  const itemListElement = products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: product.name,
    url: storeUrls.product(store, origin, product),
  }))
  return [{ '@type': 'ItemList', itemListElement }]
}

interface Step {
  name: string
  url: string
}

/** The path from the store over a category to this page; none where the store has no page: a path has two steps. */
export function makeBreadcrumb(store: StoreData, origin: string, category: StoreCategoryData | undefined, page?: Step): object[] {
  if (!store.hasStorePage) return []
  const steps = [
    { name: store.displayName ?? store.name, url: storeUrls.store(store, origin) },
    ...(category ? [{ name: category.name, url: storeUrls.category(store, origin, category) }] : []),
    ...(page ? [page] : []),
  ]
  const itemListElement = steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url }))
  return [{ '@type': 'BreadcrumbList', itemListElement }]
}

/**
 * A product with its offer; none without a price that the page shows, or without a picture. Nothing here knows whether
 * a shop has the product, so the availability is left out unless the owner says that none has it.
 */
export function makeProductGraph(store: StoreData, origin: string, product: StoreProductData): object[] {
  const { price, imageUrl } = product
  if (!price || imageUrl === null) return []
  const attributes = Object.entries(product.attributes)
  const brand = attributes.find(([name]) => /^(brand|marke|marque|marca|merk)$/i.test(name))?.[1]
  const availability = product.isAvailable ? {} : { availability: 'https://schema.org/OutOfStock' }
  const described = {
    '@type': 'Product',
    name: product.name,
    url: storeUrls.product(store, origin, product),
    image: imageUrl,
    ...(product.description && { description: product.description }),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(attributes.length > 0 && { additionalProperty: attributes.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })) }),
    offers: { '@type': 'Offer', price: price.amount, priceCurrency: price.currency, ...availability },
  }
  return [described]
}
