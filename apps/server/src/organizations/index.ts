// Organizations and their members.
export { insertOwnedOrganization } from './create-organization.ts'
export { organizationRoutes } from './organization-routes.ts'
export { setOrganizationSettings } from './set-organization-settings.ts'
