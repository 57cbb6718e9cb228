import { findDestination, findParameter } from '../query-parameters.ts'
import type { HostParts, PageRecognition, RetailerPage } from '../retailer-definition.ts'
import { ebayRotationIds } from './rotation-ids.ts'

const itemNumber = /^\d{9,15}$/
/** URLs with `ulk` open the page in eBay's app. */
const itemPath = /^\/(?:ulk\/)?(?:itm|i)\/(?:[^/]+\/)?(\d{9,15})(?:\/|$)/
/**
 * Old pages of eBay. They have the item number in the query, after the item's name, or among parameters in the path.
 */
const itemQueryPath = /^\/(?:[^/]+\/)?ws\/ebayisapi\.dll$/i
const formerItemHost = /^(cgi|vi|offer)\d*\b/
const formerItemPath = /^\/[^/]+\/(\d{9,15})\/?$|QQitemZ(\d{9,15})(?:QQ|$)/i

/** Subdomains that sell nothing, for example help, community and the affiliate program itself. */
const otherSubdomains = /^(pages|community|developer|signin|my|export|partnernetwork|epn)\b/

export const ebayPages: PageRecognition = {
  recognize,
  // Source: eBay Partner Network, "Tracking link format".
  affiliateParameters: ['mkevt', 'mkcid', 'mkrid', 'campid', 'toolid', 'customid', 'pub'],
  removeTagOfPath: null,
}

function recognize(url: URL, { market, subdomain }: HostParts): RetailerPage {
  if (market === undefined) return { kind: 'short' }
  const tag = findParameter(url, 'campid')
  const page = { market, ...(tag !== undefined && { tag }) } as const
  if (subdomain === 'rover') {
    const destination = findDestination(url, 'mpre', 'icep_mpre', 'loc') ?? findRoverItemUrl(url, market) ?? findRoverSearchUrl(url, market)
    return destination === undefined ? { ...page, kind: 'other' } : { ...page, kind: 'redirector', destination }
  }
  if (otherSubdomains.test(subdomain)) return { ...page, kind: 'other' }
  const productId = itemPath.exec(url.pathname)?.[1] ?? findItemInQuery(url) ?? findItemInFormerPage(url, subdomain)
  if (productId !== undefined) return { ...page, kind: 'product', productId }
  return { ...page, kind: subdomain === 'stores' ? 'store' : classifyPage(url.pathname.replace(/^\/ulk(?=\/)/, '')) }
}

function classifyPage(path: string): RetailerPage['kind'] {
  if (path === '/') return 'home'
  if (/^\/p\/\d+/.test(path)) return 'product'
  if (/^\/(sch|b|shop|e|deals|globaldeals)(\/|$)/.test(path)) return 'search'
  return /^\/(str|usr|stores)\//.test(path) ? 'store' : 'other'
}

/**
 * Returns the item number from the query of an old page, or of a catalog page. On a catalog page (`/p/`), `iid` is the
 * item that is shown first.
 */
function findItemInQuery(url: URL): string | undefined {
  const item = itemQueryPath.test(url.pathname)
    ? findParameter(url, 'item')
    : url.pathname.startsWith('/p/')
      ? findParameter(url, 'iid')
      : undefined
  return item !== undefined && itemNumber.test(item) ? item : undefined
}

function findItemInFormerPage({ pathname }: URL, subdomain: string): string | undefined {
  if (!formerItemHost.test(subdomain)) return undefined
  const [, behindName, inParameters] = formerItemPath.exec(pathname) ?? []
  return behindName ?? inParameters
}

function findRoverItemUrl(url: URL, market: string): string | undefined {
  const item = findParameter(url, 'icep_item', 'item')
  return item !== undefined && itemNumber.test(item) ? `https://www.ebay.${toRoverMarket(url, market)}/itm/${item}` : undefined
}

/** Parameters of eBay's search page, each with the parameter of rover.ebay.com from which it gets its value. */
const searchParameters = {
  _nkw: 'icep_uq',
  _sacat: 'icep_catId',
  _ssn: 'icep_sellerId',
  _udlo: 'icep_minPrice',
  _udhi: 'icep_maxPrice',
  _sop: 'icep_sortBy',
}
/**
 * A URL of rover.ebay.com leads to a search only if it has one of these parameters. The other parameters only filter
 * and sort.
 */
const searchTermParameters = ['icep_uq', 'icep_catId', 'icep_sellerId']

function findRoverSearchUrl(url: URL, market: string): string | undefined {
  if (findParameter(url, ...searchTermParameters) === undefined) return undefined
  const search = new URL(`https://www.ebay.${toRoverMarket(url, market)}/sch/i.html`)
  for (const [name, ofRover] of Object.entries(searchParameters)) {
    const value = findParameter(url, ofRover)
    if (value !== undefined) search.searchParams.set(name, value)
  }
  return search.href
}

/** Returns the marketplace that the rotation id in the path of a rover link stands for, or else the given market. */
function toRoverMarket({ pathname }: URL, market: string): string {
  const named = Object.entries(ebayRotationIds).find(([, id]) => pathname.includes(`/${id}/`))
  return named?.[0] ?? market
}
