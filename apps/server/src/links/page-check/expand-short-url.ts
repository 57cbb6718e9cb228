import { destinationHref, isShortUrl } from '@linkshelf/contract'
import { unwrapRedirectors } from '@linkshelf/retailers'
import type { Deps, FetchDeps } from '../../platform/deps.ts'
import { isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import type { LinkRow } from '../tables/link-table.ts'

/** Requests for one address. Services that lead to each other end here. */
const maxRequests = 5

/**
 * Returns the first address behind a short URL that is no short URL. That address is not requested, so that a
 * shop counts no visit. Undefined when a service does not answer with a redirect, or redirects to an address
 * that no link may have.
 */
export async function expandShortUrl(
  { fetchDestination, origins }: Pick<FetchDeps, 'fetchDestination' | 'origins'>,
  shortUrl: string,
): Promise<string | undefined> {
  let address: string | undefined = shortUrl
  for (let requests = 0; address !== undefined; requests += 1) {
    const named = unwrapRedirectors(address)
    if (!isShortUrl(named)) return isAllowedDestination(named, origins) ? named : undefined
    if (requests === maxRequests) return undefined
    address = await redirectOf(named, fetchDestination)
  }
  return undefined
}

async function redirectOf(address: string, fetchDestination: Deps['fetchDestination']): Promise<string | undefined> {
  try {
    const { location } = await fetchDestination(address)
    return location === undefined ? undefined : destinationHref(location)
  } catch (error) {
    if (isFetchError(error)) return undefined
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
