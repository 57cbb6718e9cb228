import type { FeaturedLink, Link } from '@linkshelf/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { linkQuery } from '../../../features/links/link-queries.ts'

/** These links, as far as they are loaded. */
export function useChosenLinks(scope: ProjectScope, chosen: readonly Pick<Link, 'url_id'>[]): Link[] {
  return useQueries({ queries: chosen.map(({ url_id }) => linkQuery(scope, url_id)), combine: loaded })
}

/** Outside the hook: the result is the same array as long as no link changes. */
function loaded(queries: UseQueryResult<Link>[]): Link[] {
  return queries.flatMap(({ data }) => data ?? [])
}

/** The hosts that featured ads lead to, saved or not. */
export function hostsOfAds(featured: readonly FeaturedLink[], links: readonly Link[]): string[] {
  const ads = new Set(featured.filter(({ ad }) => ad).map(({ url_id }) => url_id))
  return links.filter(({ url_id }) => ads.has(url_id)).map(({ target }) => new URL(target).hostname)
}
