import { findProduct } from './amazon-url.ts'
import { recognizeUrl } from './recognize-url.ts'
import { type Retailer, retailerOfHost } from './retailer-url.ts'

/**
 * Query parameters by which a retailer attributes a visit to an affiliate, in lower case. Amazon Associates link formats; eBay Partner Network "tracking link
 * format"; AliExpress Portals deep links.
 */
const parameters: Record<Retailer, readonly string[]> = {
  amazon: ['tag', 'associatetag', 'ascsubtag', 'linkcode', 'linkid', 'camp', 'creative', 'creativeasin'],
  ebay: ['mkevt', 'mkcid', 'mkrid', 'campid', 'toolid', 'customid', 'pub'],
  aliexpress: ['aff_fcid', 'aff_fsk', 'aff_platform', 'aff_trace_key', 'aff_short_key', 'terminal_id', 'dp', 'af', 'cv', 'cn', 'sk'],
}

/** A redirector may lead to another one. */
const maxRedirectors = 3

/**
 * The page that a URL leads to, without what would attribute the visit to an affiliate: for requests that are no visits, which must be no clicks either. A
 * redirector is replaced by its destination. A short URL stays: only following it, which counts as a click, would tell.
 */
export function withoutAffiliation(address: string): string {
  let url = new URL(address)
  for (let passed = 0; passed < maxRedirectors; passed += 1) {
    const { destination } = recognizeUrl(url.href) ?? {}
    if (destination === undefined) break
    url = new URL(destination)
  }
  const host = retailerOfHost(url.hostname)
  if (host === undefined) return url.href
  for (const name of [...url.searchParams.keys()]) {
    if (parameters[host.retailer].includes(name.toLowerCase())) url.searchParams.delete(name)
  }
  if (host.retailer === 'amazon') removeTagOfPath(url)
  return url.href
}

function removeTagOfPath(url: URL): void {
  const product = findProduct(url)
  if (product?.tag === undefined) return
  const { before, asin, after, tag } = product
  url.pathname = `/${[...before, asin, ...after.filter((segment) => segment !== tag)].join('/')}`
}
