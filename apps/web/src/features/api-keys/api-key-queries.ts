import { api } from '../../api/api.ts'

/** The API keys of an organization, newest first; for owners. */
export function apiKeyListQuery(orgId: string) {
  return api.apiKeys.list.queryOptions({ input: { params: { orgId } } })
}

/** The requests that API keys of an organization have made this month. */
export function apiUsageQuery(orgId: string) {
  return api.apiKeys.usage.queryOptions({ input: { params: { orgId } } })
}
