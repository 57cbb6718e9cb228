/** Renders the layout of server-made pages on the app's origin. */

export { type Markup, type Page, pagePolicy, renderPageLayout } from './page-layout.ts'
