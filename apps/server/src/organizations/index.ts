// Organizations and the people in them.
export { createOrganizationIn } from './create-organization.ts'
export { organizationRoutes } from './organization-routes.ts'
export { setOrganization } from './set-organization.ts'
