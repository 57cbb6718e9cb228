/**
 * Shows the audit log to members, as the activity log. Members can filter and search it and export it as CSV. The
 * contract defines the name and the sentence of each action.
 */

export { auditLogRoutes } from './audit-logs.ts'
