import { findDestination, findParameter, unescapePathQuery, unescapeQuery } from '../query-parameters.ts'
import type { HostParts, PageRecognition, RetailerPage } from '../retailer-definition.ts'

/** Subdomains that sell products. Others, such as music, aws and sellercentral, pay no affiliates. */
const shopSubdomains = ['', 'www', 'm', 'smile']

/** An ASIN, or the ISBN-10 of a book. */
const asin = /^(B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/i

/** Segments before an ASIN. The product's name can be between these segments and the ASIN. */
const productPaths = [
  /^dp$/,
  /^dp\/product$/,
  /^d$/,
  /^d\/[^/]+\/[^/]+$/,
  /^gp\/product$/,
  /^gp\/product\/(glance|-)$/,
  /^gp\/aw\/(d|ol)$/,
  /^gp\/(offer-listing|reader)$/,
  /^gp\/(video|aa)\/detail$/,
  /^exec\/obidos\/(asin|tg\/detail\/-)$/,
  /^o\/asin\d?$/,
  /^asin$/,
  /^product-reviews$/,
]

/** Old links contain `ISBN=0123456789`. */
const isbnSegment = /^ISBN(?:=|%3D)(.{10})$/i

const redirectorPath = /^\/((exec\/obidos|o)\/redirect|gp\/redirect\.html)(\/|$)/i
/** "Add to cart" links of Amazon's programs and of its mobile pages. */
const cartPath = /^\/gp\/(aws|aw)\/cart\/add\.html(\/|$)/i
/** A page of Prime Video. Its number is not an ASIN. */
const videoPath = /^\/gp\/video\/detail\/[^/]+/i
const searchPath = /^\/(s|s\/.*|gp\/search|gp\/search\/.*|gp\/aw\/s(\.html)?|b|[^/]+\/(s|b))\/?$/i
/** Pages with deals and bestsellers. */
const listPath =
  /^\/(deals|events\/.+|gp\/(goldbox|bestsellers|new-releases|movers-and-shakers|most-wished-for)(\/.*)?|([^/]+\/)?zgbs(\/.*)?)\/?$/i
/** Stores of brands and creators, author pages, and seller profiles. */
const storePath = /^\/((shop|stores|author|[^/]+\/stores)\/|[^/]+\/e\/[a-z0-9]{10}(\/|$)|(sp|gp\/aag\/main)(\/|$))/i

/** The beginning of a path that names an additional language of the marketplace, for example `/-/en/`. */
export const languagePath = /^\/-\/([a-z]{2}(?:_[a-z]{2})?)(?=\/|$)/i

/** A tracking id as a path segment. Old links end with such a segment. */
const tagSegment = /^[a-z0-9][a-z0-9-]*-\d{2}$/i

export const amazonPages: PageRecognition = {
  recognize,
  // Source: Amazon Associates, link formats.
  affiliateParameters: ['tag', 'associatetag', 'ascsubtag', 'linkcode', 'linkid', 'camp', 'creative', 'creativeasin'],
  removeTagOfPath,
}

function recognize(url: URL, { market, subdomain, domain }: HostParts): RetailerPage {
  if (market === undefined) return recognizeShort(url, domain)
  // Only the text before `&` is the tag. If the query is escaped, the value also contains the parameters after the tag.
  const tag = findParameter(url, 'tag', 'AssociateTag')?.match(/^[^&]+/)?.[0]
  const page = { market, ...(tag !== undefined && { tag }) } as const
  if (!shopSubdomains.includes(subdomain)) return { ...page, kind: 'other' }
  const moved = domain === `amazon.${market}` ? unescapePathQuery(url) : moveToHost(url, `www.amazon.${market}`)
  if (moved !== undefined) return { ...page, kind: 'redirector', destination: moved.href }
  if (cartPath.test(url.pathname)) return { ...page, kind: 'cart' }

  const product = findProduct(url)
  if (product !== undefined)
    return {
      ...page,
      ...(tag === undefined && product.tag !== undefined && { tag: product.tag }),
      kind: 'product',
      productId: product.asin,
    }
  if (redirectorPath.test(url.pathname)) {
    const destination = [url, unescapeQuery(url)].map((read) => findDestination(read, 'location', 'path', 'url')).find(Boolean)
    return { ...page, kind: 'redirector', ...(destination !== undefined && { destination }) }
  }
  return { ...page, kind: classifyPage(url) }
}

/**
 * Recognizes a short URL. Its marketplace is unknown, and its destination is known only for a URL of amzn.com that
 * names a product: the product's page on amazon.com.
 */
function recognizeShort(url: URL, domain: string): RetailerPage {
  const short = { kind: 'short' } as const
  if (domain !== 'amzn.com') return short
  const page = moveToHost(url, 'www.amazon.com')
  if (asin.test(page.pathname.slice(1))) page.pathname = `/dp${page.pathname}`
  return findProduct(page) === undefined ? short : { ...short, destination: page.href }
}

/** Returns the URL with the same path on another host, over https. */
function moveToHost(url: URL, host: string): URL {
  return new URL(`https://${host}${url.pathname}${url.search}${url.hash}`)
}

function classifyPage(url: URL): RetailerPage['kind'] {
  const pathname = url.pathname.replace(languagePath, '')
  if (/^\/?(ref=.*|gp\/homepage\.html.*)?$/i.test(pathname)) return 'home'
  const path = pathname.replace(/\/ref=.*$/, '')
  if (searchPath.test(path) || listPath.test(path)) return 'search'
  if (videoPath.test(path)) return 'product'
  return storePath.test(pathname) ? 'store' : 'other'
}

interface ProductPath {
  /** The product number (ASIN), in upper case. */
  asin: string
  /** A tracking id in the path. Only old links have it there. */
  tag?: string
  /** The segments of the path before and after the ASIN. */
  before: string[]
  after: string[]
}

/** Returns the product that is named by the path, or by the parameter `asin` of an old URL. */
export function findProduct(url: URL): ProductPath | undefined {
  const segments = url.pathname.split('/').filter(Boolean)
  const index = segments.findIndex((_segment, at) => findAsinAt(segments, at) !== undefined)
  const found = findAsinAt(segments, index)
  if (found !== undefined) {
    const after = segments.slice(index + 1)
    const tag = after.find((segment) => tagSegment.test(segment))
    return { asin: found, ...(tag !== undefined && { tag }), before: segments.slice(0, index), after }
  }
  const inQuery = /^\/gp\//i.test(url.pathname) ? findParameter(url, 'asin') : undefined
  return inQuery !== undefined && asin.test(inQuery) ? { asin: inQuery.toUpperCase(), before: segments, after: [] } : undefined
}

function findAsinAt(segments: readonly string[], index: number): string | undefined {
  const segment = segments[index]
  if (segment === undefined) return undefined
  const isbn = isbnSegment.exec(segment)?.[1]
  if (isbn !== undefined && asin.test(isbn)) return isbn.toUpperCase()
  if (!asin.test(segment)) return undefined
  // `end` must be positive, because `slice` would count a negative end from the end of the path.
  const leads = (end: number) => end > 0 && productPaths.some((pattern) => endsWith(segments.slice(0, end), pattern))
  return leads(index) || leads(index - 1) ? segment.toUpperCase() : undefined
}

/** Whether the pattern matches the last one to five segments of the path, joined by slashes. */
function endsWith(segments: readonly string[], pattern: RegExp): boolean {
  return [1, 2, 3, 4, 5].some((count) => count <= segments.length && pattern.test(segments.slice(-count).join('/').toLowerCase()))
}

function removeTagOfPath(url: URL): void {
  const product = findProduct(url)
  if (product?.tag === undefined) return
  const { before, asin, after, tag } = product
  url.pathname = `/${[...before, asin, ...after.filter((segment) => segment !== tag)].join('/')}`
}
