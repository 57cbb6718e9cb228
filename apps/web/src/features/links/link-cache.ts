import type { Link } from '@linkshelf/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { linkQuery } from './link-queries.ts'

interface LinkPage {
  headers: { 'x-next-cursor'?: string }
  body: Link[]
}

type LinkPages = InfiniteData<LinkPage, string | undefined>

const pagesKey = api.links.list.key({ type: 'infinite' })

/**
 * Stores a link from a list in the cache, so that the link's page can show it at once. If the link's page has already
 * loaded the link, the cached link is not replaced.
 */
export function cacheLink(queryClient: QueryClient, scope: ProjectScope, link: Link): void {
  queryClient.setQueryData(linkQuery(scope, link.url_id).queryKey, (loaded) => loaded ?? link)
}

/** Removes links from every cached list. Returns a function that restores them. */
export function removeFromLists(queryClient: QueryClient, urlIds: readonly string[]): () => void {
  return updateCachedPages(queryClient, (body) => body.filter(({ url_id }) => !urlIds.includes(url_id)))
}

/** Replaces links in every cached list and detail. Returns a function that restores the old links. */
export function updateCachedLinks(queryClient: QueryClient, scope: ProjectScope, changed: readonly Link[]): () => void {
  const undoOnes = changed.map((link) => updateCachedDetail(queryClient, scope, link))
  const byId = new Map(changed.map((link) => [link.url_id, link]))
  const undoPages = updateCachedPages(queryClient, (body) => body.map((link) => byId.get(link.url_id) ?? link))
  return () => {
    for (const undo of [...undoOnes, undoPages]) undo()
  }
}

/**
 * Refetches what `invalidateLinks` refetches, and also the organizations, because their projects contain the number of
 * links.
 */
export function invalidateLinkCounts(queryClient: QueryClient): void {
  invalidateLinks(queryClient)
  void queryClient.invalidateQueries({ queryKey: api.organizations.list.key() })
}

/**
 * Refetches links, aliases with their clicks, link reports, the audit log and the overview. Until the responses arrive,
 * the old data stays on screen.
 */
export function invalidateLinks(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.links.key() })
  void queryClient.invalidateQueries({ queryKey: api.linkAliases.key() })
  void queryClient.invalidateQueries({ queryKey: api.analytics.addressClicks.key() })
  void queryClient.invalidateQueries({ queryKey: api.linkReports.key() })
  void queryClient.invalidateQueries({ queryKey: api.auditLogs.key() })
  void queryClient.invalidateQueries({ queryKey: api.analytics.overview.key() })
}

function updateCachedDetail(queryClient: QueryClient, scope: ProjectScope, changed: Link): () => void {
  const { queryKey } = linkQuery(scope, changed.url_id)
  const before = queryClient.getQueryData(queryKey)
  if (before === undefined) return () => {}
  queryClient.setQueryData(queryKey, changed)
  return () => void queryClient.setQueryData(queryKey, before)
}

function updateCachedPages(queryClient: QueryClient, change: (body: Link[]) => Link[]): () => void {
  const before = queryClient.getQueriesData<LinkPages>({ queryKey: pagesKey })
  queryClient.setQueriesData<LinkPages>(
    { queryKey: pagesKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: change(page.body) })) },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
