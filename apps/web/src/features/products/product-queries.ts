import { type PageUrl, type ProductListSort, productNameMaxLength, productsPageSize } from '@linkshelf/contract'
import { partialMatchKey, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { pollWhileRunning } from '../file-imports/import-state.ts'

export interface ProductFilter {
  search: string
  /** The id of a category. Empty for all categories. */
  category: string
  sort: ProductListSort
  /** The id of an import that created the products. Empty for all products. */
  importId: string
}

export const unfiltered: ProductFilter = { search: '', category: '', sort: 'order', importId: '' }

/** Returns true if the filter excludes no product. */
export function isUnfiltered({ search, category, importId }: ProductFilter): boolean {
  return search === '' && category === '' && importId === ''
}

/**
 * Returns pages of products, in the owner's order unless another order is chosen. While a changed filter loads, the
 * project's old products stay on screen.
 */
export function productListQuery(scope: ProjectScope, { search, category, sort, importId }: ProductFilter) {
  return api.products.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: scope,
      query: {
        search: search || undefined,
        category: category || undefined,
        import_id: importId || undefined,
        ...(sort !== 'order' && { sort, tz: getBrowserTimeZone() }),
        limit: productsPageSize,
        cursor,
      },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: (previous, query) => (isQueryOfProject(query?.queryKey, scope) ? previous : undefined),
  })
}

/** Returns the file imports of products, latest first. */
export function productImportsQuery(scope: ProjectScope) {
  return api.productImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}

/** Lists at most one product, to find out whether the project has products. */
export function hasProductsQuery(scope: ProjectScope) {
  return api.products.list.queryOptions({ input: { params: scope, query: { limit: 1 } } })
}

/** Returns the first page of products whose names contain a term. */
export function productSearchQuery(scope: ProjectScope, search: string) {
  return api.products.list.queryOptions({
    input: { params: scope, query: { search: search.slice(0, productNameMaxLength), limit: productsPageSize } },
    placeholderData: (previous, query) => (isQueryOfProject(query?.queryKey, scope) ? previous : undefined),
  })
}

export function productQuery(scope: ProjectScope, productId: string) {
  return api.products.get.queryOptions({ input: { params: { ...scope, productId } } })
}

/** Returns the short URL of a product's page. Null if the page has no short URL. */
export function productUrlQuery(scope: ProjectScope, productId: string) {
  const input = { params: { ...scope, productId } }
  return queryOptions({
    queryKey: api.products.getUrl.key({ input }),
    queryFn: async ({ signal }): Promise<PageUrl | null> => {
      try {
        return await api.products.getUrl.call(input, { signal })
      } catch (error) {
        if (isApiError(error, 'PAGE_URL_NOT_FOUND')) return null
        throw error
      }
    },
  })
}

function isQueryOfProject(queryKey: QueryKey | undefined, scope: ProjectScope): boolean {
  return queryKey !== undefined && partialMatchKey(queryKey, api.products.list.key({ input: { params: scope } }))
}
