import { type Link, type LinkQuery, linksPageSize, searchMaxLength } from '@linkshelf/contract'
import { infiniteQueryOptions, partialMatchKey, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { pollWhileRunning } from '../file-imports/import-state.ts'
import type { LinkFilter } from './link-filter.ts'

/** The refetch interval of a link that is still pending. */
const pendingRefetchMs = 2_000

/**
 * Returns links in the chosen order, in pages. Data of the same project stays on screen while a changed filter loads.
 */
export function linkListQuery(scope: ProjectScope, { search, label, domain, isArchived, problem, sort }: LinkFilter) {
  return api.links.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: scope,
      query: {
        search: search === '' ? undefined : search,
        label: label === '' ? undefined : label,
        domain: domain === '' ? undefined : domain,
        archived: String(isArchived),
        health: problem === '' ? undefined : problem,
        sort,
        tz: getBrowserTimeZone(),
        // The first page says how many there are.
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

/** Returns one link, refetched while its title or destination is being checked. */
export function linkQuery(scope: ProjectScope, urlId: string) {
  return api.links.get.queryOptions({
    input: { params: { ...scope, urlId } },
    refetchInterval: ({ state }) => (state.data?.pending || state.data?.health.checking ? pendingRefetchMs : false),
  })
}

/** Returns why an address stays when its slug changes, if it does. A visit may have come since: loaded when shown. */
export function linkSlugQuery(scope: ProjectScope, urlId: string) {
  return api.links.getSlug.queryOptions({ input: { params: { ...scope, urlId } }, staleTime: 0 })
}

/** Returns the effect of the project's integrations on a link. */
export function linkAffiliationQuery(scope: ProjectScope, urlId: string) {
  return api.links.affiliation.queryOptions({ input: { params: { ...scope, urlId } } })
}

/** Returns where the short link of a tool leads, refetched while it is being followed. */
export function linkFollowingQuery(scope: ProjectScope, urlId: string) {
  return api.links.following.queryOptions({
    input: { params: { ...scope, urlId } },
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pendingRefetchMs : false),
  })
}

/** Returns a few links that match a search term, best first, or the latest ones without one; active ones by default. */
export function linkSearchQuery(scope: ProjectScope, search: string, { limit = 7, isArchived = false } = {}) {
  const found = search === '' ? {} : { search: search.slice(0, searchMaxLength), sort: 'relevance' as const }
  return api.links.list.queryOptions({
    input: { params: scope, query: { ...found, limit, ...(isArchived && { archived: 'true' }) } },
    placeholderData: (previous, query) => (isQueryOfProject(query?.queryKey, scope) ? previous : undefined),
  })
}

/** Finds at most one archived link, which tells whether there is any. */
export function hasArchivedLinksQuery(scope: ProjectScope) {
  return api.links.list.queryOptions({ input: { params: scope, query: { archived: 'true', limit: 1 } } })
}

/** Returns the first of these projects that has the link, or null. Queried one after the other, and cached. */
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

/** Returns the imports of files, latest first. */
export function linkImportsQuery(scope: ProjectScope) {
  return api.linkImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}

/** Returns false for a 404; throws any other error. */
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

/** The filter of all links; an empty one matches every link. */
interface AllLinksFilter {
  search?: string
  label?: string | undefined
  /** This link alone. */
  urlId?: string | undefined
  /** Newest first without one. */
  order?: LinkOrder | undefined
}

/** Links are ordered by name, or by the clicks of a range. */
export type LinkOrder = { sort: 'name' } | ({ sort: 'clicks' } & Pick<LinkQuery, 'tz' | 'from' | 'to'>)

/**
 * Returns links in pages: active ones, then archived ones, both in the same order. The last page of active links
 * continues with the first archived ones.
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
