/** Publishes the instance: its terms, the social links of its operator, and which of its parts are up. */

export type { InstanceSettings } from './instance.ts'
export { instanceRoutes } from './instance.ts'
export { createTermsRoute } from './terms-page.ts'
