/** Publishes the instance: its terms, its privacy page, links of its operator, and which of its parts are up. */

export type { InstanceSettings } from './instance.ts'
export { instanceRoutes } from './instance.ts'
export { createPrivacyRoute } from './privacy-page.ts'
export { createTermsRoute } from './terms-page.ts'
