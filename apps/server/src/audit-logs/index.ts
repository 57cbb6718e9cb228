/**
 * Shows the audit log to members as the activity log: filtered, searched, and as CSV. The contract has the name and
 * the sentence of each action.
 */

export { auditLogRoutes } from './audit-logs.ts'
