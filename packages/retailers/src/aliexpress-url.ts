import { destinationOf, parameterOf } from './query-parameters.ts'
import type { RetailerHost, RetailerUrl } from './retailer-url.ts'

const itemPath = /^\/(?:item|i)\/(?:[^/]+\/)?(\d{6,20})(?:\.html)?(?:\/|$)/
const searchPath = /^\/(wholesale|w\/|category|gcp|campaign|ssr)/
const storePath = /^\/(store|shop)\//

/** Redirects of AliExpress itself: where they lead, or who is paid, is not in the address. */
const shortSubdomains = ['a', 's.click']

const languages = ['ar', 'de', 'es', 'fr', 'he', 'id', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'th', 'tr', 'vi']

export function recognizeAliexpress(url: URL, { market: domain, subdomain }: RetailerHost): RetailerUrl {
  const tag = parameterOf(url, 'aff_short_key', 'aff_fsk')
  const market = languages.includes(subdomain) ? subdomain : domain
  const page = { retailer: 'aliexpress', ...(market !== undefined && { market }), ...(tag !== undefined && { tag }) } as const
  if (shortSubdomains.includes(subdomain)) {
    const destination = destinationOf(url, 'dl_target_url')
    return destination === undefined ? { retailer: 'aliexpress', kind: 'short' } : { ...page, kind: 'redirector', destination }
  }
  const productId = itemPath.exec(url.pathname)?.[1]
  if (productId !== undefined) return { ...page, kind: 'product', productId }
  return { ...page, kind: kindOf(url.pathname) }
}

function kindOf(path: string): RetailerUrl['kind'] {
  if (path === '/') return 'home'
  if (searchPath.test(path)) return 'search'
  return storePath.test(path) ? 'store' : 'other'
}
