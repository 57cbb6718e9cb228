import { recognitions, unwrapRedirectors } from './recognize-url.ts'
import { findRetailerByHost } from './retailers.ts'

/**
 * The page that a URL leads to, without what would attribute the visit to an affiliate: for requests that are no
 * visits, which must be no clicks either. A redirector is replaced by its destination. A short URL stays: only
 * following it, which counts as a click, would tell.
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
