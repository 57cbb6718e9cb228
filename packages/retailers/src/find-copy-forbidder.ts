import { uncopiedPictureHosts } from './picture-hosts.ts'
import { findRetailerByHost, type Retailer, retailerIds, retailers } from './retailers.ts'

/** Returns the retailer that forbids copies of the page or picture at this http(s) URL. */
export function findCopyForbidder(url: string): Retailer | undefined {
  const { hostname } = new URL(url)
  const retailer = retailerIds.find((id) => uncopiedPictureHosts[id]?.test(hostname)) ?? findRetailerByHost(hostname)?.retailer
  return retailer !== undefined && !retailers[retailer].allowsCopies ? retailer : undefined
}
