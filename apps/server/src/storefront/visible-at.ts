import type { Scheduled, StoreDocument, VisibleStore } from './find-store.ts'

/**
 * Returns the store as visitors see it at this time, and the next instant at which something else is visible, in
 * milliseconds; Infinity without one. This is decided here and not by the query, because it also changes while
 * PostgreSQL is unavailable.
 */
export function visibleAt(document: StoreDocument, now: number): { store: VisibleStore; changesAt: number } {
  const { categories, products, featuredLinks } = document
  const store = {
    ...document,
    categories: categories.filter((row) => isVisible(row, now)),
    products: products.filter((row) => isVisible(row, now)),
    featuredLinks: featuredLinks.filter((row) => isVisible(row, now)),
  }
  const limits = [...categories, ...products, ...featuredLinks].flatMap(({ from, until }) => [from, until])
  return {
    store,
    changesAt: limits.reduce<number>((next, limit) => (limit !== null && limit > now && limit < next ? limit : next), Infinity),
  }
}

function isVisible({ from, until }: Scheduled, now: number): boolean {
  return (from === null || from <= now) && (until === null || now < until)
}
