/** Publishes the instance's terms, privacy page and operator links, and which of its parts are up. */

export type { InstanceSettings } from './instance.ts'
export { instanceRoutes } from './instance.ts'
export { createPrivacyRoute } from './privacy-page.ts'
export { createTermsRoute } from './terms-page.ts'
