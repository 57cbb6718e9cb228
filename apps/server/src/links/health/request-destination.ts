import type { LinkHealthReason } from '@linkshelf/contract'
import { findRetailerByHost, removeAffiliation } from '@linkshelf/retailers'
import type { FetchDeps, Origins } from '../../platform/deps.ts'
import { type FetchedPage, findFetchErrorCode, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAffiliateRedirect, isAllowedDestination } from '../destination-rules.ts'
import { type CheckResult, evaluatePage } from './evaluate-page.ts'

export type RequestOutcome =
  | { kind: 'checked'; result: CheckResult; pause?: { ms: number | undefined } }
  | { kind: 'redirect'; url: string }
  /** The response to HEAD does not tell whether the page exists, so the page must be requested with GET. */
  | { kind: 'needs-body' }

const maxHops = 5

/** Returns why an address is never requested. Undefined if it can be requested. */
export function findReasonNotToRequest(url: string, origins: Origins): LinkHealthReason | undefined {
  if (isAffiliateRedirect(url)) return 'affiliate_link'
  return isAllowedDestination(url, origins) ? undefined : 'own_page'
}

/**
 * Returns whether the body is needed to check this URL. It is needed for a retailer's page, because only the page's
 * text says that a product no longer exists.
 */
export function needsBody(url: string): boolean {
  return findRetailerByHost(new URL(url).hostname) !== undefined
}

/** Sends one request without following redirects, and returns its result or the next request to send. */
export async function requestDestination(
  { fetchDestination, origins, clock }: FetchDeps,
  { url, hopCount, withBody }: { url: string; hopCount: number; withBody: boolean },
): Promise<RequestOutcome> {
  try {
    const page = await fetchDestination(url, { method: withBody ? 'GET' : 'HEAD' })
    if (page.location !== undefined) return followRedirect(page.location, hopCount, origins)
    // Many servers answer HEAD with an error, although they answer GET with the page.
    if (!withBody && page.status >= 400 && page.status !== 429 && page.status !== 503) return { kind: 'needs-body' }
    const result = evaluatePage(page)
    const isRefused = page.status === 429 || page.status === 503
    return { kind: 'checked', result, ...(isRefused && { pause: { ms: parseRetryAfterMs(page, clock.now()) } }) }
  } catch (error) {
    if (!isFetchError(error)) throw error
    return { kind: 'checked', result: evaluateError(findFetchErrorCode(error)) }
  }
}

function followRedirect(location: string, hopCount: number, origins: Origins): RequestOutcome {
  const isHttp = /^https?:/.test(location)
  if (!isHttp || hopCount >= maxHops) return { kind: 'checked', result: { kind: 'broken', reason: 'too_many_redirects' } }
  const url = removeAffiliation(location)
  const reason = findReasonNotToRequest(url, origins)
  return reason === undefined ? { kind: 'redirect', url } : { kind: 'checked', result: { kind: 'unchecked', reason } }
}

function evaluateError(code: string | undefined): CheckResult {
  if (code === undefined) return { kind: 'unchecked', reason: 'not_public' }
  if (code === 'ENOTFOUND') return { kind: 'broken', reason: 'host_missing' }
  return { kind: 'temporary', reason: code === 'ABORT_ERR' ? 'timed_out' : 'unreachable' }
}

/** Returns the wait time in the Retry-After header, which is a number of seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfterMs({ retryAfter }: FetchedPage, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
