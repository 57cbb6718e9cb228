import type { StorePageKind } from '@linkshelf/contract'
import type { VisibleStore } from './find-store.ts'
import type { StoreAddress } from './store-address.ts'

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
 * Undefined for what is no page of its own: the snippet, which is a part of the store's page, the sitemap, and a
 * page that is not found.
 */
export function toPageView({ id: storeId, organizationId, projectId }: VisibleStore, address: StoreAddress): PageView | undefined {
  const ofStore = { organizationId, projectId, storeId }
  if (address.kind === 'product') return { ...ofStore, page: 'product', pageId: address.productId }
  if (address.kind !== 'store') return undefined
  return address.categoryId === undefined
    ? { ...ofStore, page: 'store', pageId: '' }
    : { ...ofStore, page: 'category', pageId: address.categoryId }
}
