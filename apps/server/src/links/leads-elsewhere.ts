import { isShortUrl } from '@linkshelf/contract'
import { recognizeUrl } from '@linkshelf/retailers'

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
    // AliExpress chooses its domain by the visitor's language.
    if (given.retailer !== 'aliexpress' && given.market !== found.market) return true
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
