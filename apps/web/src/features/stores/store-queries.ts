import type { PageUrl } from '@linkshelf/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'

/** Returns the store of a project, as a list of at most one. */
export function storeListQuery(scope: ProjectScope) {
  return api.stores.list.queryOptions({ input: { params: scope } })
}

/** Returns the store of a project; null without one. */
export function storeQuery(scope: ProjectScope) {
  return queryOptions({ ...storeListQuery(scope), select: ([store]) => store ?? null })
}

/**
 * Returns the hosts of shops whose sentences the disclosure of a store needs. Links change elsewhere: loaded each time
 * it is shown.
 */
export function shopsQuery(scope: ProjectScope, storeId: string) {
  return api.stores.getShops.queryOptions({ input: { params: { ...scope, storeId } }, gcTime: 0 })
}

/** Pictures of pages that are fetched are asked for again after this, while one of them is pending. */
const thumbnailsPollMs = 5_000

/** Returns the pictures of the pages that featured links lead to. */
export function thumbnailsQuery(scope: ProjectScope, storeId: string) {
  return api.stores.listThumbnails.queryOptions({
    input: { params: { ...scope, storeId } },
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'pending') ? thumbnailsPollMs : false),
  })
}

/** Returns the short URL of a store page; null without one. */
export function storeUrlQuery(scope: ProjectScope, storeId: string) {
  const input = { params: { ...scope, storeId } }
  return queryOptions({
    queryKey: api.stores.getUrl.key({ input }),
    queryFn: async ({ signal }): Promise<PageUrl | null> => {
      try {
        return await api.stores.getUrl.call(input, { signal })
      } catch (error) {
        if (isApiError(error, 'PAGE_URL_NOT_FOUND')) return null
        throw error
      }
    },
  })
}
