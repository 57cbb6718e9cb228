import { affiliateToolOf, isNetworkHost, isShortUrl } from '@linkshelf/contract'
import { recognizeUrl, removeAffiliation, retailers } from '@linkshelf/retailers'
import { fail } from '../access/index.ts'
import type { Origins } from '../platform/deps.ts'
import { createOriginMatcher } from '../platform/http/origin-names.ts'

/** Throws LINK_TARGET_FORBIDDEN for a destination that is not allowed. */
export function assertAllowedDestination(target: string, origins: Origins): void {
  if (!isAllowedDestination(target, origins)) fail('LINK_TARGET_FORBIDDEN')
}

/**
 * A destination may be neither on the app's origin nor, under any of its names, on the public one: a short link to a
 * short link is a loop, or becomes one.
 */
export function isAllowedDestination(target: string, { app, public: origin, publicAliases }: Origins): boolean {
  const isPublic = createOriginMatcher({ origin, ...(publicAliases ?? { hosts: [], ports: [] }) })
  return !isPublic(target) && hostOf(target) !== hostOf(app)
}

/** Host and port. A dot at the end of a host name resolves to the same host. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address)
  return `${hostname.replace(/\.$/, '')}:${port}`
}

/**
 * Returns whether a request to this address counts as a click with an affiliate network or a retailer, even without its
 * tag and other parameters.
 */
export function isAffiliateRedirect(target: string): boolean {
  const kind = recognizeUrl(target)?.kind
  return kind === 'short' || kind === 'redirector' || affiliateToolOf(target) !== undefined || isNetworkUrl(target)
}

/** Whether a network pays the affiliate whose identity is in this address. */
export function isNetworkUrl(target: string): boolean {
  return isNetworkHost(new URL(target).hostname)
}

/** The address of a page as it is requested without a click for anyone; undefined for one that is never requested. */
export function toRequestableAddress(target: string): string | undefined {
  const address = removeAffiliation(target)
  return isAffiliateRedirect(address) ? undefined : address
}

/** Start pages, searches and pages of errors: what sites show in place of a page that is gone. */
const placeholder = /^\/([a-z]{2}([-_][a-z]{2})?\/?)?$|\/(search|suche|recherche|404|not-?found|error)\b/i

export interface CheckedRedirect {
  target: string
  /**
   * The address that checks request, and where its redirects ended; null where that is not known,
   * or it did not redirect.
   */
  page_url: string | null
  redirected_to: string | null
}

/**
 * Returns the URL where the redirects of a destination ended, if it is elsewhere. Services that shorten addresses exist
 * to redirect, so their redirects are no problem.
 */
export function findRedirectElsewhere({ target, page_url, redirected_to }: CheckedRedirect): string | null {
  if (page_url === null || redirected_to === null || isShortUrl(target)) return null
  return leadsElsewhere(page_url, redirected_to) ? redirected_to : null
}

/**
 * Whether a redirect led away from the page: to another site, another country's shop, another product, or a start page,
 * search or error in its place.
 */
export function leadsElsewhere(from: string, to: string): boolean {
  const [given, found] = [recognizeUrl(from), recognizeUrl(to)]
  if (given !== undefined && given.retailer === found?.retailer) {
    if (retailers[given.retailer].hasCountryShops && given.market !== found.market) return true
    return given.productId !== undefined ? given.productId !== found.productId : given.kind !== 'home' && found.kind === 'home'
  }
  const [page, end] = [new URL(from), new URL(to)]
  if (siteOf(page) !== siteOf(end)) return true
  return placeholder.test(end.pathname) && !placeholder.test(page.pathname)
}

/** The host without what sites exchange on the way: `www.` and the name of their pages for phones. */
function siteOf({ hostname }: URL): string {
  return hostname.replace(/^(www|m|mobile)\./, '')
}
