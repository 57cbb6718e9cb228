/** Pages of a store that visitors view and whose buttons are short links. */
const storePageKinds = ['store', 'category', 'product'] as const
export type StorePageKind = (typeof storePageKinds)[number]

/** The place of a click in a store: the page, and the product whose button was clicked. */
export interface ClickSource {
  page: StorePageKind
  productId: string
}

const pattern = new RegExp(`(?:^|&)from=(${storePageKinds.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:&|$)`)

/** Formats the query of a short link on a product's button. The query is never sent to the destination. */
export function toSourceQuery({ page, productId }: ClickSource): string {
  return `from=${page}-${productId}`
}

/**
 * Parses the source from the query of a short link; undefined if there is none. Anyone can write such a query, so the
 * server must check whether the product has the link.
 */
export function parseSourceQuery(query: string): ClickSource | undefined {
  const [, page, productId] = pattern.exec(query) ?? []
  return page === undefined || productId === undefined ? undefined : { page: page as StorePageKind, productId }
}

const videoPattern = /(?:^|&)v=([\w-]{11})(?:&|$)/

/**
 * Formats the query of a short link in the description of a YouTube video. The query is never sent to the destination.
 */
export function toVideoQuery(videoId: string): string {
  return `v=${videoId}`
}

/**
 * Parses the video id from the query of a short link; empty if there is none. Anyone can write such a query, so the id
 * is as unreliable as campaign parameters (`utm_…`).
 */
export function parseVideoQuery(query: string): string {
  return videoPattern.exec(query)?.[1] ?? ''
}

/**
 * The query parameter of a QR code's short URL. A click on a short URL with this parameter is recorded as a scan. The
 * parameter is never sent to the destination.
 */
export const scanMark = 'qr=1'
