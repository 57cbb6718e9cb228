import { destinationOf, parameterOf } from './query-parameters.ts'
import type { RetailerHost, RetailerUrl } from './retailer-url.ts'

const itemNumber = /^\d{9,15}$/
const itemPath = /^\/(?:itm|i)\/(?:[^/]+\/)?(\d{9,15})(?:\/|$)/
/** Pages of eBay's first years. */
const itemOfQuery = /^\/ws\/ebayisapi\.dll$/i

/** Subdomains without a shop: help, community, the affiliate program itself. */
const otherSubdomains = /^(pages|community|developer|signin|my|export|partnernetwork|epn)\b/

export function recognizeEbay(url: URL, { market, subdomain }: RetailerHost): RetailerUrl {
  if (market === undefined) return { retailer: 'ebay', kind: 'short' }
  const tag = parameterOf(url, 'campid')
  const page = { retailer: 'ebay', market, ...(tag !== undefined && { tag }) } as const
  if (subdomain === 'rover') {
    const destination = destinationOf(url, 'mpre', 'icep_mpre', 'loc') ?? itemOfRover(url)
    return destination === undefined ? { ...page, kind: 'other' } : { ...page, kind: 'redirector', destination }
  }
  if (otherSubdomains.test(subdomain)) return { ...page, kind: 'other' }
  const productId = itemPath.exec(url.pathname)?.[1] ?? itemInQuery(url)
  if (productId !== undefined) return { ...page, kind: 'product', productId }
  return { ...page, kind: kindOf(url.pathname) }
}

function kindOf(path: string): RetailerUrl['kind'] {
  if (path === '/') return 'home'
  if (/^\/p\/\d+/.test(path)) return 'product'
  if (/^\/(sch|b|shop|e|deals)(\/|$)/.test(path)) return 'search'
  return /^\/(str|usr|stores)\//.test(path) ? 'store' : 'other'
}

/** `/p/` is a page of the catalog: `iid` is the item that it opens with. */
function itemInQuery(url: URL): string | undefined {
  const item = itemOfQuery.test(url.pathname)
    ? parameterOf(url, 'item')
    : url.pathname.startsWith('/p/')
      ? parameterOf(url, 'iid')
      : undefined
  return item !== undefined && itemNumber.test(item) ? item : undefined
}

function itemOfRover(url: URL): string | undefined {
  const item = parameterOf(url, 'icep_item', 'item')
  return item !== undefined && itemNumber.test(item) ? `https://www.ebay.com/itm/${item}` : undefined
}
