import type { PageLanguage } from '@linkshelf/contract'
import type { StoreProductData } from './store-data.ts'

/** Sort orders that a visitor can choose instead of the owner's order, as values of `?sort=`. */
export const productSorts = ['newest', 'price', 'price-desc', 'name'] as const
export type ProductSort = (typeof productSorts)[number]

type Comparison = (one: StoreProductData, other: StoreProductData) => number

/**
 * Returns the products in this sort order. If `sort` is undefined, they are in the owner's order. The owner's order
 * also decides between equal products.
 */
export function sortProducts(
  products: readonly StoreProductData[],
  sort: ProductSort | undefined,
  language: PageLanguage,
): readonly StoreProductData[] {
  return sort === undefined ? products : products.toSorted(toComparison(products, sort, language))
}

function toComparison(products: readonly StoreProductData[], sort: ProductSort, language: PageLanguage): Comparison {
  if (sort === 'newest') return compareByNewest
  if (sort === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true })
    return (one, other) => compare(one.name, other.name)
  }
  return makePriceComparison(products, sort === 'price' ? 1 : -1)
}

/** Compares products so that the newest comes first. The order of ids is the order of creation. */
function compareByNewest(one: StoreProductData, other: StoreProductData): number {
  return one.id < other.id ? 1 : -1
}

/**
 * Returns a function that compares products by price. Prices in different currencies can't be compared, so products
 * with the most frequent currency come first, and products without a price come last.
 */
function makePriceComparison(products: readonly StoreProductData[], direction: 1 | -1): Comparison {
  const groups = Map.groupBy(products, ({ price }) => price?.currency)
  const countByCurrency = (currency: string | undefined) => (currency === undefined ? -1 : (groups.get(currency)?.length ?? 0))
  return ({ price: one }, { price: other }) => {
    const [first, second] = [one?.currency, other?.currency]
    if (first !== second) return countByCurrency(second) - countByCurrency(first) || ((first ?? '') < (second ?? '') ? -1 : 1)
    return direction * (Number(one?.amount ?? 0) - Number(other?.amount ?? 0))
  }
}
