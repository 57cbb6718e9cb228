import { linksPageSize } from '@linkshelf/contract'
import { partialMatchKey, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import type { LinkFilter } from './list/link-filter.ts'

/** How soon a link that is still being looked at is asked for again. */
const pendingRefetchMs = 2_000

/** Links newest first, a page at a time; what is shown of this project stays until the next answer is there. */
export function linkListQuery(scope: ProjectScope, { search, label, isArchived }: LinkFilter) {
  return api.links.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: scope,
      query: {
        search: search === '' ? undefined : search,
        label: label === '' ? undefined : label,
        archived: String(isArchived),
        limit: linksPageSize,
        cursor,
      },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: (previous, query) => (isOfPlace(query?.queryKey, scope) ? previous : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ body }) => body.some(({ pending }) => pending)) ? pendingRefetchMs : false),
  })
}

/** One link; asked again while its title and destination are being looked at. */
export function linkQuery(scope: ProjectScope, urlId: string) {
  return api.links.get.queryOptions({
    input: { params: { ...scope, urlId } },
    refetchInterval: ({ state }) => (state.data?.pending ? pendingRefetchMs : false),
  })
}

/** A short list for finding a link by what is typed. */
export function linkSearchQuery(scope: ProjectScope, search: string) {
  return api.links.list.queryOptions({
    input: { params: scope, query: { search: search === '' ? undefined : search, limit: 7 } },
    placeholderData: (previous, query) => (isOfPlace(query?.queryKey, scope) ? previous : undefined),
  })
}

/** At most one archived link: whether there is any. */
export function hasArchivedLinksQuery(scope: ProjectScope) {
  return api.links.list.queryOptions({ input: { params: scope, query: { archived: 'true', limit: 1 } } })
}

/** The first of these places that has the link, or null. They are asked one after the other, and once. */
export function linkProjectQuery(places: readonly ProjectScope[], urlId: string) {
  return queryOptions({
    queryKey: [...api.links.get.key(), 'place', urlId, places],
    queryFn: async ({ client }) => {
      for (const scope of places) {
        if (await client.fetchQuery(linkQuery(scope, urlId)).then(() => true, isNoSuchLink)) return scope
      }
      return null
    },
    staleTime: 'static',
  })
}

/** False for the answer that a link is not there; any other failure goes on. */
function isNoSuchLink(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false
  throw error
}

function isOfPlace(queryKey: QueryKey | undefined, scope: ProjectScope): boolean {
  return queryKey !== undefined && partialMatchKey(queryKey, api.links.list.key({ input: { params: scope } }))
}
