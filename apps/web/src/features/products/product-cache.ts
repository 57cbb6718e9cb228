import type { ListedProduct, Product } from '@linkshelf/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { productListQuery, productQuery, unfiltered } from './product-queries.ts'

interface ProductListPage {
  headers: { 'x-next-cursor'?: string }
  body: ListedProduct[]
}

type ProductPages = InfiniteData<ProductListPage, string | undefined>

const pagesKey = api.products.list.key({ type: 'infinite' })

export function removeProductsFromLists(queryClient: QueryClient, productIds: readonly string[]): void {
  queryClient.setQueriesData<ProductPages>(
    { queryKey: pagesKey },
    (data) => data && changeBodies(data, (body) => body.filter(({ product_id }) => !productIds.includes(product_id))),
  )
}

/**
 * Changes products in cached lists and details. Fields that only list items have are not changed. Returns a function
 * that undoes this.
 */
export function updateCachedProducts(queryClient: QueryClient, scope: ProjectScope, products: readonly Product[]): () => void {
  const before = [...queryClient.getQueriesData({ queryKey: pagesKey })]
  const byId = new Map(products.map((product) => [product.product_id, product]))
  queryClient.setQueriesData<ProductPages>(
    { queryKey: pagesKey },
    (data) => data && changeBodies(data, (body) => body.map((one) => ({ ...one, ...byId.get(one.product_id) }))),
  )
  for (const product of products) {
    const { queryKey } = productQuery(scope, product.product_id)
    const data = queryClient.getQueryData(queryKey)
    if (data === undefined) continue
    before.push([queryKey, data])
    queryClient.setQueryData(queryKey, product)
  }
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/**
 * Updates products in the cache, and returns a function that undoes the update. Cancels running fetches first, because
 * their responses would restore the old state.
 */
export async function changeOptimistically(
  queryClient: QueryClient,
  scope: ProjectScope,
  products: readonly Product[],
): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: api.products.key() })
  return updateCachedProducts(queryClient, scope, products)
}

/**
 * Changes the order of the unfiltered list. Each page still has as many products as before, if there are enough.
 * Returns a function that undoes this.
 */
export function reorderCachedProducts(
  queryClient: QueryClient,
  scope: ProjectScope,
  reorder: (products: readonly ListedProduct[]) => readonly ListedProduct[],
): () => void {
  const { queryKey } = productListQuery(scope, unfiltered)
  const before = queryClient.getQueryData<ProductPages>(queryKey)
  if (before === undefined) return () => {}
  const products = reorder(before.pages.flatMap(({ body }) => body))
  let start = 0
  queryClient.setQueryData<ProductPages>(
    queryKey,
    changeBodies(before, ({ length }) => {
      start += length
      return products.slice(start - length, start)
    }),
  )
  return () => void queryClient.setQueryData(queryKey, before)
}

/** Refetches the lists and details of products. Until the responses arrive, the old data stays on screen. */
export function invalidateProducts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.products.key() })
}

function changeBodies(data: ProductPages, change: (body: ListedProduct[]) => ListedProduct[]): ProductPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, body: change(page.body) })) }
}
