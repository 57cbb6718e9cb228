// Pages of the public origin: components that fetch no data, need no Node, and run no script in the browser.
export { FrontPage } from './front-page.tsx'
export { BusyPage, LinkNotFoundPage, LinkRemovedPage, LoopPage, RateLimitedPage } from './link-pages.tsx'
export { pageStyle } from './page-style.ts'
export { shelfIcon } from './shelf-logo.tsx'
