/** Renders the layout of server-made pages on the app's origin. */

export { createPagePolicy, type Markup, type Page, renderPageLayout } from './page-layout.ts'
