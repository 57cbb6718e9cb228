import { destinationHref, isShortUrl } from '@linkshelf/contract'
import { unwrapRedirectors } from '@linkshelf/retailers'
import type { Deps, FetchDeps } from '../../platform/deps.ts'
import { isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import type { LinkRow } from '../tables/link-table.ts'

/** Requests for one address. Services that lead to each other end here. */
const maxRequests = 5

/** Where the expansion of a short URL has arrived. */
interface Expansion {
  /** Null when a service did not answer with a redirect. */
  address: string | null
  requestCount: number
}

type ExpansionStep =
  | { kind: 'request'; address: string }
  /** The first address behind the short URL that is no short URL; null for one that no link may have. */
  | { kind: 'ended'; address: string | null }

/** Returns the next request of an expansion, or its end. The page behind a short URL is not requested. */
export function nextExpansionStep({ origins }: Pick<FetchDeps, 'origins'>, { address, requestCount }: Expansion): ExpansionStep {
  if (address === null) return { kind: 'ended', address: null }
  const named = unwrapRedirectors(address)
  if (!isShortUrl(named)) return { kind: 'ended', address: isAllowedDestination(named, origins) ? named : null }
  return requestCount === maxRequests ? { kind: 'ended', address: null } : { kind: 'request', address: named }
}

/** Returns the first address behind a short URL that is no short URL; undefined where it could not be found out. */
export async function expandShortUrl(deps: Pick<FetchDeps, 'fetchDestination' | 'origins'>, shortUrl: string): Promise<string | undefined> {
  let expansion: Expansion = { address: shortUrl, requestCount: 0 }
  for (;;) {
    const step = nextExpansionStep(deps, expansion)
    if (step.kind === 'ended') return step.address ?? undefined
    expansion = { address: await requestRedirect(step.address, deps), requestCount: expansion.requestCount + 1 }
  }
}

/** Requests an address. Returns where it redirects to; null for any other answer, or none. */
export async function requestRedirect(address: string, { fetchDestination }: Pick<Deps, 'fetchDestination'>): Promise<string | null> {
  try {
    const { location } = await fetchDestination(address)
    return (location === undefined ? undefined : destinationHref(location)) ?? null
  } catch (error) {
    if (isFetchError(error)) return null
    throw error
  }
}

/** Returns whether it is known where the short URLs of a link lead: its destination, and its shops. */
export function isExpanded({
  target,
  expanded_target,
  shops,
  expanded_shops,
}: Pick<LinkRow, 'target' | 'expanded_target' | 'shops' | 'expanded_shops'>): boolean {
  if (isShortUrl(target) && expanded_target === null) return false
  return shops.every((shop) => !isShortUrl(shop.target) || expanded_shops[shop.target] !== undefined)
}
