import { productsPageSize } from '@linkshelf/contract'
import { partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'

export interface ProductFilter {
  search: string
}

/** Products in the order of the owner, in pages. Data of the same project stays on screen while a changed filter loads. */
export function productListQuery(scope: ProjectScope, { search }: ProductFilter) {
  return api.products.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: scope,
      query: { search: search === '' ? undefined : search, limit: productsPageSize, cursor },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: (previous, query) => (isOfProject(query?.queryKey, scope) ? previous : undefined),
  })
}

export function productQuery(scope: ProjectScope, productId: string) {
  return api.products.get.queryOptions({ input: { params: { ...scope, productId } } })
}

function isOfProject(queryKey: QueryKey | undefined, scope: ProjectScope): boolean {
  return queryKey !== undefined && partialMatchKey(queryKey, api.products.list.key({ input: { params: scope } }))
}
