import { gzipSync } from 'node:zlib'
import { computePriceHiddenAtMs, isPriceShown, type StorePageKind, toHostOrigin } from '@linkshelf/contract/basics'
import type { StoreProductData } from '@linkshelf/storefront'
import { findPage, type Page } from './find-page.ts'
import type { OnDomain, Scheduled, StoreDocument, VisibleStore } from './find-store.ts'
import { renderStorePage } from './render-store-page.ts'
import { parseRootProject, type StoreAddress, wholeList } from './store-address.ts'

export interface RenderedPage {
  readonly status: 200 | 301 | 404
  /** The new path of a page with status 301. */
  readonly location?: string | undefined
  readonly contentType: string
  /** Compressed with gzip. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Derived from the uncompressed page and its policy. */
  readonly etag: string
  readonly policy: string
  /** Undefined for a response that does not count as a page view. */
  readonly view: PageView | undefined
  /** The address under which the page is cached. All addresses that the store does not have share one page. */
  readonly address: StoreAddress
  /** The instant in milliseconds from which the page must be rendered again. */
  readonly changesAt: number
}

export function renderPage(document: StoreDocument, requested: StoreAddress, at: number, publicOrigin: string): RenderedPage {
  const { store, changesAt } = toVisibleStore(addOrigins(document, requested, publicOrigin), at)
  const page = findPage(store, requested, document.earlierSlugs)
  const { body, ...response } = renderStorePage(store, page, publicOrigin)
  const location = page.kind === 'moved' ? page.path : undefined
  return {
    ...response,
    location,
    body: Uint8Array.from(gzipSync(body)),
    view: toPageView(store, page),
    address: toCachedAddress(requested, page),
    changesAt,
  }
}

/**
 * Returns the address under which a page is cached. If the page is no list, this address has no query, so that queries
 * do not create more copies of the page.
 */
function toCachedAddress(requested: StoreAddress, page: Page): StoreAddress {
  if (page.kind === 'missing') return { kind: 'missing', handle: requested.handle }
  return requested.kind === 'named' && page.kind !== 'list' ? { ...requested, ...wholeList } : requested
}

/**
 * Adds the origins of their domains to short links. If both the page and the link are on the instance's domain, the
 * link gets no origin, so its address is relative.
 */
function addOrigins(document: StoreDocument, requested: StoreAddress, publicOrigin: string): StoreDocument {
  const isAtRoot = parseRootProject(requested) !== undefined
  const withOrigin = <L extends OnDomain>(link: L) =>
    link.domain || isAtRoot ? { ...link, origin: toHostOrigin(publicOrigin, link.domain ?? null) } : link
  return {
    ...document,
    isAtRoot,
    rootOrigin: document.rootHost && toHostOrigin(publicOrigin, document.rootHost),
    products: document.products.map((product) => ({ ...product, links: product.links.map(withOrigin) })),
    featuredLinks: document.featuredLinks.map(withOrigin),
  }
}

/**
 * Returns the store as visitors see it at this time, and the next instant in milliseconds at which its visible parts
 * change, or Infinity. This is decided here and not in the SQL query, because visibility also changes while PostgreSQL
 * is unavailable.
 */
function toVisibleStore(document: StoreDocument, now: number): { store: VisibleStore; changesAt: number } {
  const { categories, products, featuredLinks } = document
  const store = {
    ...document,
    categories: categories.filter((row) => isVisible(row, now)),
    products: products.filter((row) => isVisible(row, now)).map((product) => omitHiddenPrice(product, now)),
    featuredLinks: featuredLinks.filter((row) => isVisible(row, now)),
  }
  const schedules = [...categories, ...products, ...featuredLinks].flatMap(({ from, until }) => [from, until])
  const limits = [...schedules, ...products.map(({ price, links }) => (price ? computePriceHiddenAtMs(price, links) : null))]
  return {
    store,
    changesAt: limits.reduce<number>((next, limit) => (limit !== null && limit > now && limit < next ? limit : next), Infinity),
  }
}

function omitHiddenPrice<P extends Pick<StoreProductData, 'price' | 'links'>>(product: P, now: number): P {
  const { price, links } = product
  return price && !isPriceShown(price, links, new Date(now)) ? { ...product, price: null } : product
}

function isVisible({ from, until }: Scheduled, now: number): boolean {
  return (from === null || from <= now) && (until === null || now < until)
}

export interface PageView {
  organizationId: string
  projectId: string
  storeId: string
  page: StorePageKind
  /** The id of the page's product or category; empty for the store's own page. */
  pageId: string
}

/**
 * Returns the page view of a response. Undefined if the response does not count as a page view. This applies to the
 * snippet (a part of the store's page), the sitemap, a moved page, and a page that is not found.
 */
function toPageView({ id: storeId, organizationId, projectId }: VisibleStore, page: Page): PageView | undefined {
  const ofStore = { organizationId, projectId, storeId }
  if (page.kind === 'product') return { ...ofStore, page: 'product', pageId: page.product.id }
  if (page.kind !== 'list') return undefined
  return page.category === undefined
    ? { ...ofStore, page: 'store', pageId: '' }
    : { ...ofStore, page: 'category', pageId: page.category.id }
}
