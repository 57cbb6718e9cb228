import type { StorePageKind } from '@linkshelf/contract'
import type { FoundStore } from './find-store.ts'
import type { StoreAddress } from './store-address.ts'

/** Which page of which store a visitor views. */
export interface PageView {
  organizationId: string
  projectId: string
  storeId: string
  page: StorePageKind
  /** The product or category of the page; empty for the store's own. */
  pageId: string
}

/** Undefined for the snippet, which is a part of the store's page. */
export function toPageView({ id: storeId, organizationId, projectId }: FoundStore, address: StoreAddress): PageView | undefined {
  if (address.kind === 'snippet') return undefined
  const ofStore = { organizationId, projectId, storeId }
  if (address.kind === 'product') return { ...ofStore, page: 'product', pageId: address.productId }
  return address.categoryId === undefined
    ? { ...ofStore, page: 'store', pageId: '' }
    : { ...ofStore, page: 'category', pageId: address.categoryId }
}
