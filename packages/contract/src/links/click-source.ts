/** The pages of a store that visitors view, and whose buttons lead to short links. */
const storePageKinds = ['store', 'category', 'product'] as const
export type StorePageKind = (typeof storePageKinds)[number]

/** The place in a store where a click comes from: the page, and the product whose button it is. */
export interface ClickSource {
  page: StorePageKind
  productId: string
}

const pattern = new RegExp(`(?:^|&)from=(${storePageKinds.join('|')})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:&|$)`)

/** The query of a short link behind a product's button. It is never sent to the destination. */
export function toSourceQuery({ page, productId }: ClickSource): string {
  return `from=${page}-${productId}`
}

/**
 * The source in the query of a short link; undefined without one. Anyone can write it: whether the product has the link
 * is for the server to check.
 */
export function parseSourceQuery(query: string): ClickSource | undefined {
  const [, page, productId] = pattern.exec(query) ?? []
  return page === undefined || productId === undefined ? undefined : { page: page as StorePageKind, productId }
}

const videoPattern = /(?:^|&)v=([\w-]{11})(?:&|$)/

/** The query of a short link in the description of a video at YouTube. It is never sent to the destination. */
export function toVideoQuery(videoId: string): string {
  return `v=${videoId}`
}

/** The video in the query of a short link; empty without one. Anyone can write it, as they can write campaigns. */
export function parseVideoQuery(query: string): string {
  return videoPattern.exec(query)?.[1] ?? ''
}

/** The query parameter of a QR code's short URL: a click with it is a scan. It is never sent to the destination. */
export const scanMark = 'qr=1'
