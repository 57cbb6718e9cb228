import { findAffiliateTool, isNetworkHost, isShortUrl } from '@linkshelf/contract'
import { recognizeUrl, removeAffiliation, retailers } from '@linkshelf/retailers'
import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'
import { createOriginMatcher } from '../platform/http/origin-names.ts'

/** Throws LINK_TARGET_FORBIDDEN if the destination is not allowed. */
export function assertAllowedDestination(target: string, origins: Origins): void {
  if (!isAllowedDestination(target, origins)) fail('LINK_TARGET_FORBIDDEN')
}

/**
 * Returns whether a link may have this destination. It must not be on the app's origin. It must not be on the public
 * origin or its aliases either, because a short link to a short link is a loop, or can become a loop.
 */
export function isAllowedDestination(target: string, { app, public: origin, publicAliases }: Origins): boolean {
  const isPublic = createOriginMatcher({ origin, ...(publicAliases ?? { hosts: [], ports: [] }) })
  return !isPublic(target) && toHostAndPort(target) !== toHostAndPort(app)
}

/**
 * Returns host and port. A dot at the end of a host name is removed, because the name without the dot resolves to the
 * same host.
 */
function toHostAndPort(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}

/**
 * Returns whether a request to this address counts as a click at an affiliate network or a retailer, even if its tag
 * and other parameters are removed.
 */
export function isAffiliateRedirect(target: string): boolean {
  const kind = recognizeUrl(target)?.kind
  return kind === 'short' || kind === 'redirector' || findAffiliateTool(target) !== undefined || isNetworkUrl(target)
}

/** True if the address belongs to an affiliate network, which pays the affiliate whose identity is in the address. */
export function isNetworkUrl(target: string): boolean {
  return isNetworkHost(new URL(target).hostname)
}

/**
 * Returns the address without affiliate parameters, so that a request is not counted as anybody's affiliate click.
 * Undefined if every request would be counted as a click. The page is then never requested.
 */
export function toRequestableAddress(target: string): string | undefined {
  const address = removeAffiliation(target)
  return isAffiliateRedirect(address) ? undefined : address
}

/** Matches start pages, searches and error pages. Sites show them instead of a page that no longer exists. */
const placeholderPath = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?$|\/(search|suche|recherche|404|not-?found|error)\b/i

export interface CheckedRedirect {
  target: string
  /**
   * `page_url` is the address that checks request, and `redirected_to` is the address where its redirects ended. Null
   * if unknown. `redirected_to` is also null if the address did not redirect.
   */
  page_url: string | null
  redirected_to: string | null
}

/**
 * Returns the URL where the redirects of a destination ended. Null if it is the same page, or if no redirect is known.
 * Also null for a short URL, because short URLs exist to redirect.
 */
export function findRedirectElsewhere({ target, page_url, redirected_to }: CheckedRedirect): string | null {
  if (page_url === null || redirected_to === null || isShortUrl(target)) return null
  return isDifferentPage(page_url, redirected_to) ? redirected_to : null
}

/**
 * True if a redirect led away from the page: to another site, another country's shop or another product, or to a start
 * page, search or error page.
 */
export function isDifferentPage(from: string, to: string): boolean {
  const [given, found] = [recognizeUrl(from), recognizeUrl(to)]
  if (given !== undefined && given.retailer === found?.retailer) {
    if (retailers[given.retailer].hasCountryShops && given.market !== found.market) return true
    return given.productId !== undefined ? given.productId !== found.productId : given.kind !== 'home' && found.kind === 'home'
  }
  const [page, end] = [new URL(from), new URL(to)]
  if (toSiteHost(page) !== toSiteHost(end)) return true
  return placeholderPath.test(end.pathname) && !placeholderPath.test(page.pathname)
}

/** Returns the host without `www.`, `m.` and `mobile.`, because a site redirects between these names. */
function toSiteHost({ hostname }: URL): string {
  return hostname.replace(/^(www|m|mobile)\./, '')
}
