import type { PageUrl } from '@linkshelf/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'

/** Returns the store of a project as a list, which has at most one store. */
export function storeListQuery(scope: ProjectScope) {
  return api.stores.list.queryOptions({ input: { params: scope } })
}

/** Returns the store of a project. Null if the project has no store. */
export function storeQuery(scope: ProjectScope) {
  return queryOptions({ ...storeListQuery(scope), select: ([store]) => store ?? null })
}

/**
 * Returns the hosts of the shops whose required sentences belong in the store's disclosure. The result is not cached,
 * because other screens change links.
 */
export function shopsQuery(scope: ProjectScope, storeId: string) {
  return api.stores.getShops.queryOptions({ input: { params: { ...scope, storeId } }, gcTime: 0 })
}

/** Polling interval while a picture of a page is pending. */
const thumbnailsPollMs = 5_000

/** Returns the pictures of the pages that featured links lead to. */
export function thumbnailsQuery(scope: ProjectScope, storeId: string) {
  return api.stores.listThumbnails.queryOptions({
    input: { params: { ...scope, storeId } },
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'pending') ? thumbnailsPollMs : false),
  })
}

/** Returns the short URL of a store page. Null if the store page has no short URL. */
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
