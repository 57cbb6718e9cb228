import { isShortUrl, type Link } from '@linkshelf/contract'
import { recognizeUrl } from '@linkshelf/retailers'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { linkAffiliationQuery } from '../link-queries.ts'

/** Polling interval while the server resolves a short URL. */
const expansionPollMs = 2_000

/** The destinations of a link. */
interface Destinations {
  target: string
  shops: readonly { target: string }[]
}

/**
 * Returns whether a link may lead to a retailer. This is true for every short URL, because it is unknown where the
 * short URL leads.
 */
export function canHaveTag({ target, shops }: Destinations): boolean {
  return isShortUrl(target) || [target, ...shops.map((shop) => shop.target)].some((address) => recognizeUrl(address) !== undefined)
}

/** Loads where a link leads, but only if integrations or the link's shops can change that. */
export function useLinkAffiliation(scope: ProjectScope, link: Link) {
  return useQuery({
    ...linkAffiliationQuery(scope, link.url_id),
    enabled: canHaveTag(link) || link.shops.length > 0,
    refetchInterval: ({ state }) => (link.pending || state.data?.expansion === 'waiting') && expansionPollMs,
  })
}
