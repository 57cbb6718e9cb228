import type { LinkHealthReason } from '@linkshelf/contract'
import { retailerOfHost, withoutAffiliation } from '@linkshelf/retailers'
import type { Deps, Origins } from '../../platform/deps.ts'
import { type FetchedPage, fetchErrorCode, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { isAffiliateRedirect } from '../affiliate-networks.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import { judgePage, type Verdict } from './judge-page.ts'

/** The outcome of one request. */
export type Outcome =
  | { kind: 'verdict'; verdict: Verdict; pause?: { ms: number | undefined } }
  | { kind: 'redirect'; url: string }
  /** The answer to HEAD says too little. */
  | { kind: 'needs-body' }

const maxHops = 5

/** Why an address is never requested; undefined for one that is. */
export function reasonNotToRequest(url: string, origins: Origins): LinkHealthReason | undefined {
  if (isAffiliateRedirect(url)) return 'affiliate_link'
  return isAllowedDestination(url, origins) ? undefined : 'own_page'
}

/** A retailer's page says only in its text that a product is gone. */
export function needsBody(url: string): boolean {
  return retailerOfHost(new URL(url).hostname) !== undefined
}

/** Sends one request, without following redirects. */
export async function requestDestination(
  { fetchDestination, origins, clock }: Pick<Deps, 'fetchDestination' | 'origins' | 'clock'>,
  { url, hopCount, withBody }: { url: string; hopCount: number; withBody: boolean },
): Promise<Outcome> {
  try {
    const page = await fetchDestination(url, { method: withBody ? 'GET' : 'HEAD' })
    if (page.location !== undefined) return afterRedirect(page.location, hopCount, origins)
    // Many servers answer HEAD with an error, and GET with the page.
    if (!withBody && page.status >= 400 && page.status !== 429 && page.status !== 503) return { kind: 'needs-body' }
    const verdict = judgePage(page)
    const isRefused = page.status === 429 || page.status === 503
    return { kind: 'verdict', verdict, ...(isRefused && { pause: { ms: retryAfterMs(page, clock.now()) } }) }
  } catch (error) {
    if (!isFetchError(error)) throw error
    return { kind: 'verdict', verdict: judgeError(fetchErrorCode(error)) }
  }
}

function afterRedirect(location: string, hopCount: number, origins: Origins): Outcome {
  const isHttp = /^https?:/.test(location)
  if (!isHttp || hopCount >= maxHops) return { kind: 'verdict', verdict: { kind: 'broken', reason: 'too_many_redirects' } }
  const url = withoutAffiliation(location)
  const reason = reasonNotToRequest(url, origins)
  return reason === undefined ? { kind: 'redirect', url } : { kind: 'verdict', verdict: { kind: 'unchecked', reason } }
}

function judgeError(code: string | undefined): Verdict {
  if (code === undefined) return { kind: 'unchecked', reason: 'not_public' }
  if (code === 'ENOTFOUND') return { kind: 'broken', reason: 'host_missing' }
  return { kind: 'temporary', reason: code === 'ABORT_ERR' ? 'timed_out' : 'unreachable' }
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterMs({ retryAfter }: FetchedPage, now: Date): number | undefined {
  if (retryAfter === undefined) return undefined
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
