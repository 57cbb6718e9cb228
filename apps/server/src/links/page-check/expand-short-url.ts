import { type FollowFailure, isShortUrl, toDestinationHref } from '@linkshelf/contract'
import { unwrapRedirectors } from '@linkshelf/retailers'
import type { Deps, FetchDeps } from '../../platform/deps.ts'
import { findFetchErrorCode, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import type { LinkRow } from '../tables/link-columns.ts'

/** Maximum number of requests to expand one address, because services can redirect to each other in a loop. */
const maxRequests = 5

/** State of expanding a short URL, which means following its redirects to the destination. */
interface Expansion {
  /** The address that was reached so far. Null if a service did not answer with a redirect. */
  address: string | null
  requestCount: number
}

type ExpansionStep =
  | { kind: 'request'; address: string }
  /**
   * `address` is the first address that is not a short URL. It is null if no such address was found, or if no link may
   * lead to it.
   */
  | { kind: 'ended'; address: string }
  | { kind: 'ended'; address: null; reason: FollowFailure }

interface ExpansionRules {
  /** True if an address must be requested to learn where it leads. */
  leadsOn: (address: string) => boolean
  maxRequests: number
}

/**
 * Returns the next request that is needed to expand a short URL, or the result. The page that a short URL leads to is
 * not requested.
 */
export function findNextExpansionStep(
  { origins }: Pick<FetchDeps, 'origins'>,
  { address, requestCount }: Expansion,
  { leadsOn, maxRequests: max }: ExpansionRules = { leadsOn: isShortUrl, maxRequests },
): ExpansionStep {
  if (address === null) return { kind: 'ended', address: null, reason: 'unreachable' }
  const named = unwrapRedirectors(address)
  if (!isAllowedDestination(named, origins)) return { kind: 'ended', address: null, reason: 'own_page' }
  if (!leadsOn(named)) return { kind: 'ended', address: named }
  return requestCount === max ? { kind: 'ended', address: null, reason: 'loop' } : { kind: 'request', address: named }
}

export type Hop = { kind: 'redirect'; location: string } | { kind: 'failed'; failure: FollowFailure }

/** Requests an address. Returns where it redirects, or why it does not redirect. */
export async function requestHop(address: string, { fetchDestination }: Pick<Deps, 'fetchDestination'>): Promise<Hop> {
  try {
    const { location, status } = await fetchDestination(address)
    const href = location === undefined ? undefined : toDestinationHref(location)
    return href === undefined ? { kind: 'failed', failure: toStatusFailure(status) } : { kind: 'redirect', location: href }
  } catch (error) {
    if (isFetchError(error)) return { kind: 'failed', failure: toErrorFailure(findFetchErrorCode(error)) }
    throw error
  }
}

/**
 * Returns why a response is not a redirect that can be followed. A redirect to an app or without a location is
 * `needs_browser`, because it can't be followed outside a browser.
 */
function toStatusFailure(status: number): FollowFailure {
  if (status === 404 || status === 410) return 'gone'
  if (status >= 500 && status !== 503) return 'unreachable'
  return status >= 400 ? 'refused' : 'needs_browser'
}

function toErrorFailure(code: string | undefined): FollowFailure {
  if (code === undefined) return 'not_public'
  return code === 'ENOTFOUND' ? 'gone' : 'unreachable'
}

/** Returns whether the destinations of all short URLs among the link's destination and shops are known. */
export function isExpanded({
  target,
  expanded_target,
  shops,
  expanded_shops,
}: Pick<LinkRow, 'target' | 'expanded_target' | 'shops' | 'expanded_shops'>): boolean {
  if (isShortUrl(target) && expanded_target === null) return false
  return shops.every((shop) => !isShortUrl(shop.target) || expanded_shops[shop.target] !== undefined)
}
