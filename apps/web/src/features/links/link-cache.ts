import type { Link } from '@linkshelf/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api, type Place } from '../../api.ts'
import { oneLink } from './link-queries.ts'

interface LinkPage {
  headers: { 'x-next-cursor'?: string }
  body: Link[]
}

type LinkPages = InfiniteData<LinkPage, string | undefined>

const pagesKey = api.links.list.key({ type: 'infinite' })

/** Takes a link out of every list shown. Gives back how to put things as they were. */
export function takeOutOfLists(queryClient: QueryClient, urlId: string): () => void {
  return changePages(queryClient, (body) => body.filter((link) => link.url_id !== urlId))
}

/** Shows a link in its new shape wherever it is shown. Gives back how to put things as they were. */
export function showChanged(queryClient: QueryClient, place: Place, changed: Link): () => void {
  const { queryKey } = oneLink(place, changed.url_id)
  const before = queryClient.getQueryData(queryKey)
  if (before !== undefined) queryClient.setQueryData(queryKey, changed)
  const putPagesBack = changePages(queryClient, (body) => body.map((link) => (link.url_id === changed.url_id ? changed : link)))
  return () => {
    queryClient.setQueryData(queryKey, before)
    putPagesBack()
  }
}

/** Lists and numbers ask again; what they show stays until the answer is there. */
export function refreshLinks(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.links.key() })
  void queryClient.invalidateQueries({ queryKey: api.analytics.overview.key() })
}

function changePages(queryClient: QueryClient, change: (body: Link[]) => Link[]): () => void {
  const before = queryClient.getQueriesData<LinkPages>({ queryKey: pagesKey })
  queryClient.setQueriesData<LinkPages>(
    { queryKey: pagesKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: change(page.body) })) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
