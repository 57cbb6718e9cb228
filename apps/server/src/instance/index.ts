// What anybody may know about this instance: its terms, its operator's pages elsewhere, and which of its parts are up.
export { instanceRoutes } from './instance-routes.ts'
export type { InstanceSettings } from './instance-settings.ts'
export { makeTermsPage } from './terms-page.ts'
