// Public information about this instance: its terms, its operator's social links, and which of its parts are up.
export { instanceRoutes } from './instance-routes.ts'
export type { InstanceSettings } from './instance-settings.ts'
export { createTermsRoute } from './terms-page.ts'
