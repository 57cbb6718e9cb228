import { createHash } from 'node:crypto'
import { ProductPage, StorePage, storeStyles } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { FoundStore } from './find-store.ts'
import type { StoreAddress } from './store-address.ts'

export interface StorePageResponse {
  readonly contentType: string
  readonly body: Buffer
  /** Strong: derived from the body. */
  readonly etag: string
  readonly policy: string
}

/** The page at this address; undefined when the store has none there. */
export function renderStorePage(store: FoundStore, address: StoreAddress, origin: string): StorePageResponse | undefined {
  if (address.kind === 'snippet') return store.hasStorePage && store.snippet !== null ? renderSnippet(store.snippet) : undefined
  const element = elementOf(store, address, origin)
  return element && toResponse(`<!doctype html>${renderToStaticMarkup(element)}`, pagePolicy(store))
}

function elementOf(store: FoundStore, address: Exclude<StoreAddress, { kind: 'snippet' }>, origin: string): ReactElement | undefined {
  if (address.kind === 'product') {
    const product = store.products.find(({ id }) => id === address.productId)
    return product && store.hasProductPages ? createElement(ProductPage, { store, product, origin }) : undefined
  }
  const { categoryId, search, page } = address
  if (!store.hasStorePage || (categoryId !== undefined && !store.categories.some(({ id }) => id === categoryId))) return undefined
  return createElement(StorePage, { store, origin, categoryId, search, page })
}

/** No script runs on a page. Pictures and fonts are loaded from where the owner has them; the snippet is a document of its own. */
function pagePolicy(store: FoundStore): string {
  const hashes = storeStyles(store).map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  const fonts = store.fontsUrl === null ? [] : [new URL(store.fontsUrl).origin]
  return [
    "default-src 'none'",
    `style-src ${[...hashes, ...fonts].join(' ')}`,
    `font-src 'self'${fonts.length > 0 ? ' https:' : ''}`,
    "img-src 'self' https:",
    ...(store.hasSnippet ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The owner's HTML. `sandbox` without `allow-same-origin` gives it an origin of its own, also where it is opened outside its frame: it reaches no storage, no cookie, no
 * opener and no other page.
 */
function renderSnippet(snippet: string): StorePageResponse {
  const policy =
    "sandbox allow-scripts; default-src https: data: 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
  return toResponse(`<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex">${snippet}`, policy)
}

function toResponse(html: string, policy: string): StorePageResponse {
  const body = Buffer.from(html)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { contentType: 'text/html; charset=utf-8', body, etag, policy }
}
