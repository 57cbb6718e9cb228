import type { CallMeta, OrganizationId } from '@linkshelf/contract'
import { fail } from './app-error.ts'
import type { ApiKeyActor } from './context.ts'

/** The remaining API requests of an organization in a month. `limit` and `remaining` may be infinite. */
export interface ApiRequestAllowance {
  /** False when the request exceeds the limit. */
  isAllowed: boolean
  limit: number
  remaining: number
  resetsAt: Date
}

/** Counts one request with an API key. */
export type ApiRequestCounter = (organizationId: OrganizationId) => Promise<ApiRequestAllowance>

interface RequestWithKey {
  countApiRequest: ApiRequestCounter
  responseHeaders: Headers
  now: Date
}

/**
 * The only place that decides which calls an API key may make; then counts the request. Throws API_KEY_REJECTED,
 * API_KEY_READ_ONLY or API_REQUEST_LIMIT_REACHED. Rejected requests don't count.
 */
export async function admitApiKey(
  { countApiRequest, responseHeaders, now }: RequestWithKey,
  { organizationId, isReadOnly }: ApiKeyActor,
  { meta, route }: { meta: CallMeta; route: { method?: string } },
): Promise<void> {
  if (meta.isForUsersOnly) fail('API_KEY_REJECTED')
  if (isReadOnly && route.method !== 'GET') fail('API_KEY_READ_ONLY')

  const { isAllowed, limit, remaining, resetsAt } = await countApiRequest(organizationId)
  if (Number.isFinite(limit)) {
    responseHeaders.set('x-ratelimit-limit', String(limit))
    responseHeaders.set('x-ratelimit-remaining', String(remaining))
    responseHeaders.set('x-ratelimit-reset', String(resetsAt.getTime() / 1_000))
  }
  if (isAllowed) return
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000))
  fail('API_REQUEST_LIMIT_REACHED', { reset_at: resetsAt.toISOString(), retry_after_seconds: retryAfterSeconds })
}
