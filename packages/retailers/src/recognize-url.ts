import { aliexpressPages } from './aliexpress/pages.ts'
import { amazonPages } from './amazon/pages.ts'
import { ebayPages } from './ebay/pages.ts'
import type { PageRecognition, RetailerPage } from './retailer-definition.ts'
import { findRetailerByHost, type Retailer } from './retailers.ts'

export const recognitions: Readonly<Record<Retailer, PageRecognition>> = {
  amazon: amazonPages,
  ebay: ebayPages,
  aliexpress: aliexpressPages,
}

export interface RetailerUrl extends RetailerPage {
  retailer: Retailer
}

/**
 * Returns the page that a retailer's URL leads to. Undefined for any other URL, and for a URL that is not http(s), has
 * a port, or has a user name or password before the host.
 */
export function recognizeUrl(address: string): RetailerUrl | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '') return undefined
  const host = findRetailerByHost(url.hostname)
  return host && { retailer: host.retailer, ...recognitions[host.retailer].recognize(url, host) }
}

/** Maximum number of redirectors to unwrap. One redirector can lead to another. */
const maxRedirectors = 5

/**
 * Returns the destination of a retailer's redirector, which is contained in the address. If the destination is a
 * redirector too, it is unwrapped as well. Takes and returns a normalized http(s) URL.
 */
export function unwrapRedirectors(address: string): string {
  let url = new URL(address).href
  for (let passed = 0; passed < maxRedirectors; passed += 1) {
    const { destination } = recognizeUrl(url) ?? {}
    if (destination === undefined) break
    url = destination
  }
  return url
}
