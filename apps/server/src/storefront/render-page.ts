import { gzipSync } from 'node:zlib'
import type { StoreDocument } from './find-store.ts'
import { type PageView, toPageView } from './page-view.ts'
import { existingAddress, renderStorePage } from './render-store-page.ts'
import type { StoreAddress } from './store-address.ts'
import { visibleAt } from './visible-at.ts'

/** A page as it is cached and sent. */
export interface RenderedPage {
  readonly status: 200 | 404
  readonly contentType: string
  /** Compressed with gzip. */
  readonly body: Uint8Array<ArrayBuffer>
  /** Derived from the page before it is compressed, and from its policy. */
  readonly etag: string
  readonly policy: string
  /** Undefined for what is no page of its own. */
  readonly view: PageView | undefined
  /** The address of the page: that of the store's own page for what it does not have. */
  readonly address: StoreAddress
  /** The instant from which another page has to be rendered, in milliseconds. */
  readonly changesAt: number
}

/** The page at this address, as it is at this time. */
export function renderPage(document: StoreDocument, requested: StoreAddress, at: number, publicOrigin: string): RenderedPage {
  const { store, changesAt } = visibleAt(document, at)
  const address = existingAddress(store, requested)
  const { body, ...page } = renderStorePage(store, address, publicOrigin)
  return { ...page, body: Uint8Array.from(gzipSync(body)), view: toPageView(store, address), address, changesAt }
}
