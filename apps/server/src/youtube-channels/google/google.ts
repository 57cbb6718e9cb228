import type { youtube_v3 } from '@googleapis/youtube'
import { youtubeMessages } from '@linkshelf/contract'
import { fail } from '../../access/index.ts'
import type { KeyCipher } from '../../identity/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { type Cost, consumeQuota, exhaustQuota, isSettledDay, type QuotaUser, toPacificDay } from './quota.ts'

/** Parameters of Google's consent URL. They prove that this instance sent the owner who returns from Google. */
export interface Consent {
  state: string
  /** S256 of the verifier (PKCE). */
  challenge: string
}

/** What Google returns in exchange for the code of an owner who has consented. */
export interface Grant {
  refreshToken: string
  scopes: readonly string[]
}

/** The Google project of the operator. */
export interface Google {
  /** The daily quota, in units. */
  unitsPerDay: number
  /**
   * The share of the daily quota, from 0 to 1, that one organization may use for channels without a connected owner.
   */
  unconfirmedShare: number
  /** While it returns true, nothing is sent to Google. */
  isPaused?: () => Promise<boolean>
  /** Undefined if there is no API key. Then no channel can be read. */
  reader: youtube_v3.Youtube | undefined
  /** Undefined if there is no OAuth client. Then no video can be written. */
  consent: ConsentClient | undefined
}

export interface ConsentClient {
  urlOf(consent: Consent, redirectUrl: string): string
  /** Throws GoogleError if the code is not valid. */
  redeem(code: string, verifier: string, redirectUrl: string): Promise<Grant>
  /** Returns a client that acts for the owner. It gets and renews access tokens automatically. */
  writerOf(refreshToken: string): youtube_v3.Youtube
  /** Revokes the token and all other tokens of the same account. Throws GoogleError. */
  revoke(refreshToken: string): Promise<void>
  /** Encrypts the stored tokens and verifiers of owners. */
  cipher: KeyCipher
}

export interface GoogleDeps {
  google: Google
}

export const noGoogle: Google = { unitsPerDay: 0, unconfirmedShare: 0, reader: undefined, consent: undefined }

/** Returns the client that reads public data. Throws YOUTUBE_NOT_CONFIGURED if there is no API key. */
export function getReader({ google }: GoogleDeps): youtube_v3.Youtube {
  return google.reader ?? fail('YOUTUBE_NOT_CONFIGURED')
}

/**
 * Counts a call against the quota, and then makes it. Throws GoogleError if the call fails. If the daily quota is used
 * up or calls are paused, throws GoogleError without making the call. If the channel has no connected owner, the share
 * of its user and the share of its organization are limits too.
 */
export async function callGoogle<T>(
  { db, clock, google }: CoreDeps & GoogleDeps,
  { user, ...cost }: { user: QuotaUser } & Cost,
  call: () => Promise<T>,
): Promise<T> {
  if (await google.isPaused?.()) throw new GoogleError('unavailable')
  const now = clock.now()
  const day = toPacificDay(now)
  const exceeded = await consumeQuota(db, { day, user, cost }, google)
  if (exceeded !== undefined) throw new GoogleError(exceeded)
  try {
    return await call()
  } catch (error) {
    const known = toGoogleError(error)
    if (known.kind === 'quota' && 'units' in cost && isSettledDay(now)) await exhaustQuota(db, day, google.unitsPerDay)
    throw known
  }
}

/**
 * The reason why a call failed. `quota`: the daily quota is used up. `share`: the organization or user has used up its
 * share for channels without a connected owner. `revoked`: the owner's consent has ended. `forbidden`: another account
 * owns the resource. `missing`: the resource does not exist. `rejected`: the request is not valid. `unavailable`: there
 * was no response, or the call can be retried.
 */
export type GoogleErrorKind = 'quota' | 'share' | 'revoked' | 'forbidden' | 'missing' | 'rejected' | 'unavailable'

export class GoogleError extends Error {
  readonly kind: GoogleErrorKind

  constructor(kind: GoogleErrorKind, cause?: unknown) {
    super(`Google: ${kind}`, { cause })
    this.kind = kind
  }
}

/**
 * The errors that the library throws. They contain `status` and the response's error.
 * https://developers.google.com/youtube/v3/docs/errors
 */
interface LibraryError {
  status?: number | string
  code?: number | string
  response?: { status?: number; data?: { error?: string | { errors?: { reason?: string }[] } } }
}

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
/** Errors of the token endpoint that concern the operator's client and not the owner's consent. */
const clientErrors: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client', 'deleted_client'])
const busyReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'backendError', 'internalError'])

export function toGoogleError(error: unknown): GoogleError {
  if (error instanceof GoogleError) return error
  const { response, status: ownStatus, code } = error as LibraryError
  const status = Number(response?.status ?? ownStatus ?? code)
  const body = response?.data?.error
  if (body === 'invalid_grant') return new GoogleError('revoked', error)
  if (clientErrors.has(body)) return new GoogleError('unavailable', error)
  const reason = typeof body === 'object' ? (body.errors?.[0]?.reason ?? '') : ''
  if (quotaReasons.has(reason)) return new GoogleError('quota', error)
  if (busyReasons.has(reason)) return new GoogleError('unavailable', error)
  if (status === 401) return new GoogleError('revoked', error)
  if (status === 403) return new GoogleError('forbidden', error)
  if (status === 404) return new GoogleError('missing', error)
  if (status === 400 || status === 412) return new GoogleError('rejected', error)
  return new GoogleError('unavailable', error)
}

/** Converts an error of a call to Google to the API's error, and throws it. */
export function failForGoogle(error: unknown): never {
  if (!(error instanceof GoogleError)) throw error
  if (error.kind === 'share') fail('YOUTUBE_QUOTA_REACHED', undefined, youtubeMessages.shareUsed)
  fail(error.kind === 'quota' ? 'YOUTUBE_QUOTA_REACHED' : 'YOUTUBE_UNAVAILABLE')
}
