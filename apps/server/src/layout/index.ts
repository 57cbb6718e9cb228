// The layouts of server-rendered pages on the app's origin, and of emails.
export { renderEmailLayout } from './email-layout.ts'
export { type Markup, type Page, renderPageLayout } from './page-layout.ts'
export { pagePolicy } from './page-policy.ts'
