import type { Place, Product } from '@linkshelf/contract'

/** The products of the list that are already loaded, starting with the first product. */
export interface LoadedProducts<P extends Product = Product> {
  products: readonly P[]
  /** Whether the list continues after the loaded products. */
  hasMore: boolean
}

/**
 * The target of a move: an index among the other products of the list, counted from 0, or a position in the whole list,
 * counted from 1.
 */
export type MoveTarget = { index: number } | { position: number }

/**
 * Returns the place at `index` among the other products, counted from 0. If possible, the place is the id of the next
 * product instead of a position, because positions shift when other users move products.
 */
export function toPlace({ products, hasMore }: LoadedProducts, { product_id }: Product, index: number): Place {
  const others = products.filter((one) => one.product_id !== product_id)
  const next = others[index]
  if (next !== undefined) return { before: next.product_id }
  return hasMore ? { position: index + 1 } : { before: null }
}

/** Returns the index of the product after a move, counted from 0. */
export function computeIndexAfter({ products, hasMore }: LoadedProducts, { product_id }: Product, place: Place): number {
  const others = products.filter((one) => one.product_id !== product_id)
  if ('position' in place) return hasMore ? place.position - 1 : Math.min(place.position - 1, others.length)
  const index = others.findIndex((one) => one.product_id === place.before)
  return index === -1 ? others.length : index
}

/**
 * Returns the loaded products after a move. If the product moves beyond the loaded products, the result does not
 * contain it.
 */
export function reorderProducts<P extends Product>(loaded: LoadedProducts<P>, product: P, place: Place): readonly P[] {
  const others = loaded.products.filter(({ product_id }) => product_id !== product.product_id)
  const index = computeIndexAfter(loaded, product, place)
  return index > others.length ? others : others.toSpliced(index, 0, product)
}
