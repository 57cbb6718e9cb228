import { gzipSync } from 'node:zlib'
import { isPriceShown, originOfHost, priceHiddenAt, type StorePageKind } from '@linkshelf/contract/basics'
import type { StoreProductData } from '@linkshelf/storefront'
import { findPage, type Page } from './find-page.ts'
import type { OnDomain, Scheduled, StoreDocument, VisibleStore } from './find-store.ts'
import { renderStorePage } from './render-store-page.ts'
import { rootProjectOf, type StoreAddress, wholeList } from './store-address.ts'

/** A page as it is cached and sent. */
export interface RenderedPage {
  readonly status: 200 | 301 | 404
  /** The path that a page with status 301 has moved to. */
  readonly location?: string | undefined
  readonly contentType: string
  /** Compressed with gzip. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Derived from the page before it is compressed, and from its policy. */
  readonly etag: string
  readonly policy: string
  /** Undefined for what is no page of its own. */
  readonly view: PageView | undefined
  /** The requested address; all that the store does not have is one page. */
  readonly address: StoreAddress
  /** The instant from which another page has to be rendered, in milliseconds. */
  readonly changesAt: number
}

/** The page at this address, as it is at this time. */
export function renderPage(document: StoreDocument, requested: StoreAddress, at: number, publicOrigin: string): RenderedPage {
  const { store, changesAt } = visibleAt(withOrigins(document, requested, publicOrigin), at)
  const page = findPage(store, requested, document.earlierSlugs)
  const { body, ...response } = renderStorePage(store, page, publicOrigin)
  const location = page.kind === 'moved' ? page.path : undefined
  return {
    ...response,
    location,
    body: Uint8Array.from(gzipSync(body)),
    view: toPageView(store, page),
    address: cachedAddress(requested, page),
    changesAt,
  }
}

/** The address of a page that is no list is without the query, so that queries cause no further copies of it. */
function cachedAddress(requested: StoreAddress, page: Page): StoreAddress {
  if (page.kind === 'missing') return { kind: 'missing', handle: requested.handle }
  return requested.kind === 'named' && page.kind !== 'list' ? { ...requested, ...wholeList } : requested
}

/** Short links get the origins of their domains. On the instance's own domain, its links have relative addresses. */
function withOrigins(document: StoreDocument, requested: StoreAddress, publicOrigin: string): StoreDocument {
  const isAtRoot = rootProjectOf(requested) !== undefined
  const withOrigin = <L extends OnDomain>(link: L) =>
    link.domain || isAtRoot ? { ...link, origin: originOfHost(publicOrigin, link.domain ?? null) } : link
  return {
    ...document,
    isAtRoot,
    rootOrigin: document.rootHost && originOfHost(publicOrigin, document.rootHost),
    products: document.products.map((product) => ({ ...product, links: product.links.map(withOrigin) })),
    featuredLinks: document.featuredLinks.map(withOrigin),
  }
}

/**
 * Returns the store as visitors see it at this time, and the next instant at which something else is visible, in
 * milliseconds; Infinity without one. This is decided here and not by the query, because it also changes while
 * PostgreSQL is unavailable.
 */
function visibleAt(document: StoreDocument, now: number): { store: VisibleStore; changesAt: number } {
  const { categories, products, featuredLinks } = document
  const store = {
    ...document,
    categories: categories.filter((row) => isVisible(row, now)),
    products: products.filter((row) => isVisible(row, now)).map((product) => withShownPrice(product, now)),
    featuredLinks: featuredLinks.filter((row) => isVisible(row, now)),
  }
  const schedules = [...categories, ...products, ...featuredLinks].flatMap(({ from, until }) => [from, until])
  const limits = [...schedules, ...products.map(({ price, links }) => (price ? priceHiddenAt(price, links) : null))]
  return {
    store,
    changesAt: limits.reduce<number>((next, limit) => (limit !== null && limit > now && limit < next ? limit : next), Infinity),
  }
}

function withShownPrice<P extends Pick<StoreProductData, 'price' | 'links'>>(product: P, now: number): P {
  const { price, links } = product
  return price && !isPriceShown(price, links, new Date(now)) ? { ...product, price: null } : product
}

function isVisible({ from, until }: Scheduled, now: number): boolean {
  return (from === null || from <= now) && (until === null || now < until)
}

/** The page and the store that a visitor views. */
export interface PageView {
  organizationId: string
  projectId: string
  storeId: string
  page: StorePageKind
  /** The product or category of the page; empty for the store's own. */
  pageId: string
}

/**
 * Undefined for what is no page of its own: the snippet, which is a part of the store's page, the sitemap, a page that
 * has moved, and one that is not found.
 */
function toPageView({ id: storeId, organizationId, projectId }: VisibleStore, page: Page): PageView | undefined {
  const ofStore = { organizationId, projectId, storeId }
  if (page.kind === 'product') return { ...ofStore, page: 'product', pageId: page.product.id }
  if (page.kind !== 'list') return undefined
  return page.category === undefined
    ? { ...ofStore, page: 'store', pageId: '' }
    : { ...ofStore, page: 'category', pageId: page.category.id }
}
