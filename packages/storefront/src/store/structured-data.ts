// Structured data for search engines (JSON-LD of schema.org). It has only data that the owner entered and the page
// shows. An object is left out if it lacks properties that Google requires
// (developers.google.com/search/docs/appearance/structured-data).
import { type StoreCategoryData, type StoreData, type StoreProductData, storeUrls } from './store-data.ts'

/**
 * Returns the products as one list object. Returns no object if products have no pages, because each element of the
 * list needs an address.
 */
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

/**
 * Returns the path from the store to this page, through a category if there is one. Returns no object if the store has
 * no page, because a path needs two steps.
 */
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
 * Returns a product with its offer. Returns no object if the product has no picture, or no price that the page shows.
 * It is unknown whether a shop has the product in stock, so the availability is only set if the owner says that the
 * product is unavailable.
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
