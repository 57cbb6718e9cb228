// Store pages for visitors: loaded, rendered and cached by edges.
export type { PageView } from './page-view.ts'
export type { RenderedPage } from './render-page.ts'
export { isStoreTarget, parseStoreAddress } from './store-address.ts'
export { createStorePages, type StorePages } from './store-pages.ts'
