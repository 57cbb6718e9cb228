import { createHash } from 'node:crypto'
import { parseFontsAddress } from '@linkshelf/contract'
import { ProductPage, productsPerPage, StoreMissingPage, StorePage, storePaths, storeStyles } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { closedPolicy } from '../platform/http/content-security-policy.ts'
import type { VisibleStore } from './find-store.ts'
import type { StoreAddress } from './store-address.ts'
import { framedHtmlPolicy, storePolicy } from './store-policies.ts'

interface StorePageResponse {
  readonly status: 200 | 404
  readonly contentType: string
  readonly body: Buffer
  /** Derived from the body and the policy. */
  readonly etag: string
  readonly policy: string
}

/** The address itself, or that of the store's own page for what it does not have: all of those are one page. */
export function existingAddress(store: VisibleStore, address: StoreAddress): StoreAddress {
  return hasPage(store, address) ? address : { kind: 'missing', handle: address.handle }
}

function hasPage(store: VisibleStore, address: StoreAddress): boolean {
  switch (address.kind) {
    case 'store': {
      const { categoryId, page } = address
      const hasCategory = categoryId === undefined || store.categories.some(({ id }) => id === categoryId)
      return store.hasStorePage && hasCategory && (page === 1 || store.products.length > (page - 1) * productsPerPage)
    }
    case 'product':
      return store.hasProductPages && store.products.some(({ id }) => id === address.productId)
    case 'snippet':
      return store.hasStorePage && store.snippet !== null
    case 'sitemap':
      return true
    case 'missing':
      return false
  }
}

/** The page at an address that `existingAddress` returned. */
export function renderStorePage(store: VisibleStore, address: StoreAddress, origin: string): StorePageResponse {
  if (address.kind === 'snippet') return renderSnippet(store)
  if (address.kind === 'sitemap')
    return toResponse(storeSitemap(store, origin), { type: 'application/xml; charset=utf-8', policy: closedPolicy })
  const html = renderToStaticMarkup(elementOf(store, address, origin))
  return toResponse(`<!doctype html>${html}`, { status: address.kind === 'missing' ? 404 : 200, policy: pagePolicy(store) })
}

function elementOf(store: VisibleStore, address: StoreAddress, origin: string): ReactElement {
  if (address.kind === 'store') return createElement(StorePage, { store, origin, ...address })
  const product = address.kind === 'product' ? store.products.find(({ id }) => id === address.productId) : undefined
  return product ? createElement(ProductPage, { store, product, origin }) : createElement(StoreMissingPage, { store, origin })
}

/** A page's copied fonts are loaded from nowhere else; the snippet is a document of its own. */
function pagePolicy(store: VisibleStore): string {
  const styleOrigins = store.fontsUrl === null ? [] : [new URL(store.fontsUrl).origin]
  // A style sheet of another site may have its files on a third one.
  const fontSources = store.fontsUrl !== null && parseFontsAddress(store.fontsUrl) === undefined ? ['https:'] : styleOrigins
  return storePolicy({ styles: storeStyles(store), styleOrigins, fontSources, hasFrame: store.hasSnippet })
}

/**
 * The owner's HTML. On the Free plan no script connects to a server, because anyone can have an account there and ask
 * visitors for passwords.
 */
function renderSnippet({ snippet, hasConnections }: VisibleStore): StorePageResponse {
  const policy = framedHtmlPolicy({ hasConnections })
  return toResponse(`<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex">${snippet ?? ''}`, { policy })
}

function toResponse(
  content: string,
  { status = 200, type = 'text/html; charset=utf-8', policy }: { status?: 200 | 404; type?: string; policy: string },
): StorePageResponse {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(policy).update(body).digest('base64url').slice(0, 27)}"`
  return { status, contentType: type, body, etag, policy }
}

/** The addresses of the pages that search engines may index. They have no character that XML would need escaped. */
function storeSitemap(store: VisibleStore, origin: string): string {
  const pages = store.hasStorePage ? [storePaths.store(store), ...store.categories.map(({ id }) => storePaths.category(store, id))] : []
  const described = store.hasProductPages ? store.products.filter(({ description }) => description !== null) : []
  const paths = [...pages, ...described.map(({ id }) => storePaths.product(store, id))]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}
