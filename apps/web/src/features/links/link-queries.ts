import { type Link, type LinkQuery, linksPageSize, searchMaxLength } from '@linkshelf/contract'
import { infiniteQueryOptions, partialMatchKey, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { pollWhileRunning } from '../file-imports/import-state.ts'
import type { LinkFilter } from './link-filter.ts'

/** Refetch interval while a link is pending. */
const pendingRefetchMs = 2_000

/**
 * Returns pages of links in the chosen order. While a changed filter loads, the old links of the project stay on
 * screen.
 */
export function linkListQuery(scope: ProjectScope, filter: LinkFilter) {
  return api.links.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: scope,
      query: {
        ...toConditions(filter),
        archived: String(filter.isArchived),
        sort: filter.sort,
        tz: getBrowserTimeZone(),
        // Only the first page contains the total number of links.
        total: String(cursor === undefined),
        limit: linksPageSize,
        cursor,
      },
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: (previous, query) => (isQueryOfProject(query?.queryKey, scope) ? previous : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ body }) => body.some(({ pending }) => pending)) ? pendingRefetchMs : false),
  })
}

function toConditions({ search, label, domain, health, importId }: LinkFilter) {
  return {
    search: search === '' ? undefined : search,
    label: label === '' ? undefined : label,
    domain: domain === '' ? undefined : domain,
    health: health === '' ? undefined : health,
    import_id: importId || undefined,
  }
}

/** Returns one link. It is refetched while its title or destination is being checked. */
export function linkQuery(scope: ProjectScope, urlId: string) {
  return api.links.get.queryOptions({
    input: { params: { ...scope, urlId } },
    refetchInterval: ({ state }) => (state.data?.pending || state.data?.health.checking ? pendingRefetchMs : false),
  })
}

/**
 * Returns whether the current address stays as an alias if the slug changes, and why. A visit can change this at any
 * time, so it is loaded each time that it is shown.
 */
export function linkSlugQuery(scope: ProjectScope, urlId: string) {
  return api.links.getSlug.queryOptions({ input: { params: { ...scope, urlId } }, staleTime: 0 })
}

/** Returns the effect of the project's integrations on a link. */
export function linkAffiliationQuery(scope: ProjectScope, urlId: string) {
  return api.links.affiliation.queryOptions({ input: { params: { ...scope, urlId } } })
}

/** Returns where the short link of an affiliate tool leads. It is refetched while the server follows the short link. */
export function linkFollowingQuery(scope: ProjectScope, urlId: string) {
  return api.links.following.queryOptions({
    input: { params: { ...scope, urlId } },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pendingRefetchMs : false),
  })
}

/**
 * Returns a few links that match a search term, best match first. If the term is empty, returns the latest links.
 * Searches active links, or only archived links if `isArchived` is true.
 */
export function linkSearchQuery(scope: ProjectScope, search: string, { limit = 7, isArchived = false } = {}) {
  const found = search === '' ? {} : { search: search.slice(0, searchMaxLength), sort: 'relevance' as const }
  return api.links.list.queryOptions({
    input: { params: scope, query: { ...found, limit, ...(isArchived && { archived: 'true' }) } },
    placeholderData: (previous, query) => (isQueryOfProject(query?.queryKey, scope) ? previous : undefined),
  })
}

/** Lists at most one archived link, to find out whether there is one. */
export function hasArchivedLinksQuery(scope: ProjectScope) {
  return api.links.list.queryOptions({ input: { params: scope, query: { archived: 'true', limit: 1 } } })
}

/** Counts the archived links that match a filter of active links. */
export function archivedMatchesQuery(scope: ProjectScope, filter: LinkFilter) {
  return api.links.list.queryOptions({
    input: { params: scope, query: { ...toConditions(filter), archived: 'true', limit: 1, total: 'true' } },
    select: ({ headers }) => Number(headers['x-total-count'] ?? 0),
  })
}

/**
 * Returns the first of these projects that has the link, or null. The projects are queried one after another, and each
 * response is cached.
 */
export function linkProjectQuery(scopes: readonly ProjectScope[], urlId: string) {
  return queryOptions({
    queryKey: [...api.links.get.key(), 'project', urlId, scopes],
    queryFn: async ({ client }) => {
      for (const scope of scopes) {
        if (await client.fetchQuery(linkQuery(scope, urlId)).then(() => true, toFalseIfNotFound)) return scope
      }
      return null
    },
    staleTime: 'static',
  })
}

/** Returns the file imports of links, latest first. */
export function linkImportsQuery(scope: ProjectScope) {
  return api.linkImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}

/** Returns false for a 404 error. Throws any other error. */
function toFalseIfNotFound(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false
  throw error
}

function isQueryOfProject(queryKey: QueryKey | undefined, scope: ProjectScope): boolean {
  return queryKey !== undefined && partialMatchKey(queryKey, api.links.list.key({ input: { params: scope } }))
}

interface PagePosition {
  isArchived: boolean
  cursor: string | undefined
}

interface AllLinksPage {
  links: Link[]
  next: PagePosition | undefined
}

const firstPosition: PagePosition = { isArchived: false, cursor: undefined }

/** A filter for all links, including archived links. An empty filter matches every link. */
interface AllLinksFilter {
  search?: string
  label?: string | undefined
  /** Restricts the list to this one link. */
  urlId?: string | undefined
  /** If omitted, the newest links are first. */
  order?: LinkOrder | undefined
}

/** The order of links: by name, or by the clicks or earnings of a date range. */
export type LinkOrder = { sort: 'name' } | ({ sort: 'clicks' | 'earned' } & Pick<LinkQuery, 'tz' | 'from' | 'to'>)

/**
 * Returns pages of links: first the active links, then the archived links, both in the same order. The last page of
 * active links also contains the first archived links.
 */
export function allLinksQuery(scope: ProjectScope, filter: AllLinksFilter) {
  return infiniteQueryOptions({
    queryKey: [...api.links.key(), 'every', scope, filter],
    queryFn: ({ pageParam, signal }) => fetchLinkPage({ scope, filter }, pageParam, signal),
    initialPageParam: firstPosition,
    getNextPageParam: ({ next }) => next,
  })
}

interface PageSource {
  scope: ProjectScope
  filter: AllLinksFilter
}

async function fetchLinkPage(source: PageSource, { isArchived, cursor }: PagePosition, signal: AbortSignal): Promise<AllLinksPage> {
  const { scope, filter } = source
  if (filter.urlId !== undefined) {
    const link = await api.links.get.call({ params: { ...scope, urlId: filter.urlId } }, { signal })
    return { links: [link], next: undefined }
  }
  const { search = '', label, order } = filter
  const query = { archived: String(isArchived), limit: linksPageSize, cursor, label, ...order, ...(search !== '' && { search }) }
  const { headers, body } = await api.links.list.call({ params: scope, query }, { signal })
  const further = headers['x-next-cursor']
  if (further !== undefined) return { links: body, next: { isArchived, cursor: further } }
  if (isArchived) return { links: body, next: undefined }
  const archived = await fetchLinkPage(source, { isArchived: true, cursor: undefined }, signal)
  return { links: [...body, ...archived.links], next: archived.next }
}
