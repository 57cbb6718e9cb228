// The frame around pages that the server makes on the app's origin, and around emails.
export { renderEmailLayout } from './email-layout.ts'
export { type Markup, type Page, renderPageLayout } from './page-layout.ts'
export { pagePolicy } from './page-policy.ts'
