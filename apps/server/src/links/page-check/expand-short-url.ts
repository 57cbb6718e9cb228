import { destinationHref, type FollowFailure, isShortUrl } from '@linkshelf/contract'
import { unwrapRedirectors } from '@linkshelf/retailers'
import type { Deps, FetchDeps } from '../../platform/deps.ts'
import { fetchErrorCode, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import type { LinkRow } from '../tables/link-columns.ts'

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
  | { kind: 'ended'; address: string }
  | { kind: 'ended'; address: null; reason: FollowFailure }

interface ExpansionRules {
  /** Whether an address is requested to learn where it leads. */
  leadsOn: (address: string) => boolean
  maxRequests: number
}

/** Returns the next request of an expansion, or its end. The page behind a short URL is not requested. */
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

/** Requests an address, and returns where it redirects to, or why it does not. */
export async function requestHop(address: string, { fetchDestination }: Pick<Deps, 'fetchDestination'>): Promise<Hop> {
  try {
    const { location, status } = await fetchDestination(address)
    const href = location === undefined ? undefined : destinationHref(location)
    return href === undefined ? { kind: 'failed', failure: toStatusFailure(status) } : { kind: 'redirect', location: href }
  } catch (error) {
    if (isFetchError(error)) return { kind: 'failed', failure: toErrorFailure(fetchErrorCode(error)) }
    throw error
  }
}

/** A redirect to an app, or without a location, can't be followed outside a browser either. */
function toStatusFailure(status: number): FollowFailure {
  if (status === 404 || status === 410) return 'gone'
  if (status >= 500 && status !== 503) return 'unreachable'
  return status >= 400 ? 'refused' : 'needs_browser'
}

function toErrorFailure(code: string | undefined): FollowFailure {
  if (code === undefined) return 'not_public'
  return code === 'ENOTFOUND' ? 'gone' : 'unreachable'
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
