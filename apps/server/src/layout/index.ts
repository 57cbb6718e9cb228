/** Renders the layout of server-made pages on the app's origin. */

export { type Markup, type Page, renderPageLayout } from './page-layout.ts'
export { pagePolicy } from './page-policy.ts'
