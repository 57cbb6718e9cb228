import { createHash } from 'node:crypto'
import { parseFontsAddress } from '@linkshelf/contract'
import { ProductPage, productsPerPage, StoreMissingPage, StorePage, storeStyles } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { VisibleStore } from './find-store.ts'
import type { StoreAddress } from './store-address.ts'
import { storeSitemap } from './store-sitemap.ts'

export interface StorePageResponse {
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

const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * No script runs on a page. Pictures and fonts are loaded from where the owner has them, copied fonts from nowhere
 * else; the snippet is a document of its own.
 */
function pagePolicy(store: VisibleStore): string {
  const hashes = storeStyles(store).map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  const fonts = store.fontsUrl === null ? [] : [new URL(store.fontsUrl).origin]
  // A style sheet of another site may have its files on a third one.
  const fontSources = store.fontsUrl !== null && parseFontsAddress(store.fontsUrl) === undefined ? ['https:'] : fonts
  return [
    "default-src 'none'",
    `style-src ${[...hashes, ...fonts].join(' ')}`,
    `font-src ${["'self'", ...fontSources].join(' ')}`,
    "img-src 'self' https:",
    "connect-src 'self'", // for tools that read robots.txt in the page's name; without a script nothing else connects
    ...(store.hasSnippet ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The owner's HTML. `sandbox` without `allow-same-origin` gives it an origin of its own, also where an old browser
 * opens it outside its frame: it reaches no storage, no cookie, no opener and no other page. On the Free plan no script
 * connects to a server, because anyone can have an account there and ask visitors for passwords.
 */
function renderSnippet({ snippet, hasConnections }: VisibleStore): StorePageResponse {
  const policy = [
    "sandbox allow-scripts; default-src https: data: 'unsafe-inline'",
    ...(hasConnections ? [] : ["connect-src 'none'"]),
    "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  ].join('; ')
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
