// What visitors see on the public origin: components without fetching, without Node and without a script in the browser.
export { FrontPage } from './front-page.tsx'
export { BusyPage, RemovedLinkPage, TooManyMissesPage, UnknownLinkPage } from './link-pages.tsx'
export { pageStyle } from './page-style.ts'
export { shelfIcon } from './shelf-mark.tsx'
