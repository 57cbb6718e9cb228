// The activity log: what `mutate` has recorded, for the members of an organization.
export { auditLogRoutes } from './audit-log-routes.ts'
