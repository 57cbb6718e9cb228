import { findProduct } from './amazon-url.ts'
import { affiliateParameters } from './query-parameters.ts'
import { unwrapRedirectors } from './recognize-url.ts'
import { retailerOfHost } from './retailer-url.ts'

/**
 * The page that a URL leads to, without what would attribute the visit to an affiliate: for requests that are no
 * visits, which must be no clicks either. A redirector is replaced by its destination. A short URL stays: only
 * following it, which counts as a click, would tell.
 */
export function removeAffiliation(address: string): string {
  const url = new URL(unwrapRedirectors(address))
  const host = retailerOfHost(url.hostname)
  if (host === undefined) return url.href
  for (const name of [...url.searchParams.keys()]) {
    if (affiliateParameters[host.retailer].includes(name.toLowerCase())) url.searchParams.delete(name)
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
