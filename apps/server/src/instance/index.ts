/** Publishes the instance: its terms, the social links of its operator, and which of its parts are up. */

export { instanceRoutes } from './instance-routes.ts'
export type { InstanceSettings } from './instance-settings.ts'
export { createTermsRoute } from './terms-page.ts'
