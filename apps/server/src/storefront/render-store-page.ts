import { createHash } from 'node:crypto'
import { hasPlainHost, parseFontsAddress } from '@linkshelf/contract/basics'
import { listStoreStyles, ProductPage, StoreMissingPage, StorePage, storeUrls } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { closedPolicy } from '../platform/http/content-security-policy.ts'
import type { Page } from './find-page.ts'
import type { VisibleStore } from './find-store.ts'
import { toFramedHtmlPolicy, toStorePolicy } from './store-policies.ts'

interface StorePageResponse {
  readonly status: 200 | 301 | 404
  readonly contentType: string
  readonly body: Buffer
  /** Derived from the body and the policy. */
  readonly etag: string
  readonly policy: string
}

export function renderStorePage(store: VisibleStore, page: Page, origin: string): StorePageResponse {
  if (page.kind === 'snippet') return renderSnippet(store)
  if (page.kind === 'sitemap')
    return toPageResponse(renderSitemap(store, origin), { type: 'application/xml; charset=utf-8', policy: closedPolicy })
  if (page.kind === 'moved') return toPageResponse('', { status: 301, policy: closedPolicy })
  const html = renderToStaticMarkup(toElement(store, page, origin))
  return toPageResponse(`<!doctype html>${html}`, { status: page.kind === 'missing' ? 404 : 200, policy: toPagePolicy(store) })
}

function toElement(store: VisibleStore, page: Extract<Page, { kind: 'list' | 'product' | 'missing' }>, origin: string): ReactElement {
  if (page.kind === 'missing') return createElement(StoreMissingPage, { store, origin })
  if (page.kind === 'product') return createElement(ProductPage, { store, product: page.product, origin })
  const { category, search, sort, page: number } = page
  return createElement(StorePage, { store, origin, categoryId: category?.id, search, sort, page: number })
}

/**
 * Returns a list with the URL's origin. The list is empty if there is no URL, or its host is not allowed: URLs that
 * were stored earlier can have hosts that are rejected now.
 */
function toOrigins(url: string | null | undefined): string[] {
  return url && hasPlainHost(url) ? [new URL(url).origin] : []
}

/**
 * Returns the policy of a store's page. If the style sheet of the fonts is a copy on this instance, the page loads
 * fonts only from the copy's origin. The snippet has its own policy, because it is a separate document.
 */
function toPagePolicy(store: VisibleStore): string {
  const styleOrigins = toOrigins(store.fontsUrl)
  // Fonts may come from any host, because another site's style sheet may load its files from a third site.
  const fontSources =
    store.fontsUrl !== null && styleOrigins.length > 0 && parseFontsAddress(store.fontsUrl) === undefined ? ['https:'] : styleOrigins
  const formOrigins = toOrigins(store.newsletter?.url)
  return toStorePolicy({ styles: listStoreStyles(store), styleOrigins, fontSources, formOrigins, hasFrame: store.hasSnippet })
}

/**
 * Responds with the owner's HTML. On the Free plan, no script connects to a server, because anyone can have a Free
 * account and ask visitors for passwords.
 */
function renderSnippet({ snippet, hasConnections }: VisibleStore): StorePageResponse {
  const policy = toFramedHtmlPolicy({ hasConnections })
  return toPageResponse(`<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex">${snippet ?? ''}`, { policy })
}

function toPageResponse(
  content: string,
  { status = 200, type = 'text/html; charset=utf-8', policy }: { status?: 200 | 301 | 404; type?: string; policy: string },
): StorePageResponse {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(policy).update(body).digest('base64url').slice(0, 27)}"`
  return { status, contentType: type, body, etag, policy }
}

/** Lists the addresses of the pages that search engines may index. Their characters never need escaping in XML. */
function renderSitemap(store: VisibleStore, origin: string): string {
  const pages = store.hasStorePage
    ? [storeUrls.store(store, origin), ...store.categories.map((category) => storeUrls.category(store, origin, category))]
    : []
  const described = store.hasProductPages ? store.products.filter(({ description }) => description !== null) : []
  const locations = [...pages, ...described.map((product) => storeUrls.product(store, origin, product))]
  const urls = locations.map((location) => `<url><loc>${location}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}
