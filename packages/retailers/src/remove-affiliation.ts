import { recognitions, unwrapRedirectors } from './recognize-url.ts'
import { findRetailerByHost } from './retailers.ts'

/**
 * Returns the page that a URL leads to, without anything that attributes the visit to an affiliate. It is used for
 * requests that are not visits and must not count as clicks. A redirector is replaced by its destination. A short URL
 * does not change, because finding its destination requires a request, which would count as a click.
 */
export function removeAffiliation(address: string): string {
  const url = new URL(unwrapRedirectors(address))
  const host = findRetailerByHost(url.hostname)
  if (host === undefined) return url.href
  const { affiliateParameters, removeTagOfPath } = recognitions[host.retailer]
  for (const name of [...url.searchParams.keys()]) {
    if (affiliateParameters.includes(name.toLowerCase())) url.searchParams.delete(name)
  }
  removeTagOfPath?.(url)
  return url.href
}
