import { linksPageSize } from '@linkshelf/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { LinkFilter } from './link-filter.ts'

export interface Place {
  orgId: string
  projectId: string
}

/** How soon a link that is still being looked at is asked for again. */
const pendingRefetchMs = 2_000

/** Links newest first, a page at a time; what is shown stays until the next answer is there. */
export function linkPages(place: Place, { search, isArchived }: LinkFilter) {
  return api.links.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: place,
      query: { search: search === '' ? undefined : search, archived: String(isArchived), limit: linksPageSize, cursor },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ body }) => body.some(({ pending }) => pending)) ? pendingRefetchMs : false),
  })
}

/** One link; asked again while its title and destination are being looked at. */
export function oneLink(place: Place, urlId: string) {
  return api.links.find.queryOptions({
    input: { params: { ...place, urlId } },
    refetchInterval: ({ state }) => (state.data?.pending ? pendingRefetchMs : false),
  })
}

/** A short list for finding a link by what is typed. */
export function foundLinks(place: Place, search: string) {
  return api.links.list.queryOptions({
    input: { params: place, query: { search: search === '' ? undefined : search, limit: 7 } },
    placeholderData: keepPreviousData,
  })
}
