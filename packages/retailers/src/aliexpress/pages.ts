import { findDestination, findParameter } from '../query-parameters.ts'
import type { HostParts, PageRecognition, RetailerPage } from '../retailer-definition.ts'

const itemPath = /^\/(?:s\/)?(?:item|i)\/(?:[^/]+\/)?(\d{6,20})(?:\.html)?(?:\/|$)/
/**
 * The path of a product page below its store. The path has the numbers of the store and the product. The product's
 * number is captured.
 */
const storeItemPath = /^\/store\/product\/(?:[^/]+\/)?\d+_(\d{6,20})(?:\.html)?(?:\/|$)/
const searchPath = /^\/(wholesale|w\/|af\/|category|gcp|campaign|ssr)/
/** Subdomains of sales and promotions. */
const saleSubdomains = ['sale', 'campaign']
const storePath = /^\/(store|shop)\//

/** The app's "Share" button makes URLs with this path. The query contains the shared page. */
const sharePath = /^\/share\/share\.htm$/

/** Subdomains of AliExpress's own redirects. Their URLs do not contain the destination or the affiliate. */
const shortSubdomains = ['a', 's.click']

const languages = ['ar', 'de', 'es', 'fr', 'he', 'id', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'th', 'tr', 'vi']

export const aliexpressPages: PageRecognition = {
  recognize,
  // Source: deep links of the AliExpress Portal.
  affiliateParameters: [
    'aff_fcid',
    'aff_fsk',
    'aff_platform',
    'aff_trace_key',
    'aff_short_key',
    'terminal_id',
    'dp',
    'af',
    'cv',
    'cn',
    'sk',
  ],
  removeTagOfPath: null,
}

function recognize(url: URL, { market: domain, subdomain }: HostParts): RetailerPage {
  const tag = findParameter(url, 'aff_short_key', 'aff_fsk')
  const market = languages.includes(subdomain) ? subdomain : domain
  const page = { ...(market !== undefined && { market }), ...(tag !== undefined && { tag }) } as const
  if (shortSubdomains.includes(subdomain)) {
    const destination = findDestination(url, 'dl_target_url')
    return destination === undefined ? { kind: 'short' } : { ...page, kind: 'redirector', destination }
  }
  if (sharePath.test(url.pathname)) {
    const destination = findDestination(url, 'redirectUrl')
    return { ...page, kind: 'redirector', ...(destination !== undefined && { destination }) }
  }
  const productId = (itemPath.exec(url.pathname) ?? storeItemPath.exec(url.pathname))?.[1]
  if (productId !== undefined) return { ...page, kind: 'product', productId }
  return { ...page, kind: saleSubdomains.includes(subdomain) ? 'search' : classifyPage(url.pathname) }
}

function classifyPage(path: string): RetailerPage['kind'] {
  if (path === '/') return 'home'
  if (searchPath.test(path)) return 'search'
  return storePath.test(path) ? 'store' : 'other'
}
