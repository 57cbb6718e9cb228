/** Loads, renders and caches store pages for edges. Pages are rendered in separate threads. */

export { type FoundLinkLook, findLinkLook } from './find-link-look.ts'
export type { PageView, RenderedPage } from './render-page.ts'
export { isStoreTarget, parseRootAddress, parseRootProject, parseStoreAddress, type StoreAddress } from './store-address.ts'
export { createStorePages, type StorePages } from './store-pages.ts'
