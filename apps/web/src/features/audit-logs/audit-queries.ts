import { type AuditLogFilterInput, auditLogPageSize } from '@linkshelf/contract'
import { api } from '../../api/api.ts'

/**
 * Returns the entries of an organization, latest first, in pages. While the entries of a new filter load, the entries
 * of the earlier filter stay on screen.
 */
export function auditLogQuery(orgId: string, filter: AuditLogFilterInput) {
  return api.auditLogs.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: { orgId }, query: { ...filter, limit: auditLogPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: (previous) => previous,
  })
}

/** Returns the members whose activity the filter can show. */
export function memberListQuery(orgId: string) {
  return api.members.list.queryOptions({ input: { params: { orgId } } })
}

export function apiKeyListQuery(orgId: string) {
  return api.apiKeys.list.queryOptions({ input: { params: { orgId } } })
}
