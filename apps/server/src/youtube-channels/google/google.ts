import type { youtube_v3 } from '@googleapis/youtube'
import { youtubeMessages } from '@linkshelf/contract'
import { fail } from '../../access/index.ts'
import type { KeyCipher } from '../../identity/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { type Cost, consumeQuota, exhaustQuota, isSettledDay, type QuotaUser, toPacificDay } from './quota.ts'

/**
 * The parameters of the URL at Google where an owner consents. They prove that the owner who
 * returns was sent from here.
 */
export interface Consent {
  state: string
  /** S256 of the verifier (PKCE). */
  challenge: string
}

/** Google's answer to the code with which an owner returned. */
export interface Grant {
  refreshToken: string
  scopes: readonly string[]
}

/** The operator's Google project. */
export interface Google {
  /** The quota of a day, in units. */
  unitsPerDay: number
  /** How much of the quota of a day one organization may use for channels that no owner has connected: 0 to 1. */
  unconfirmedShare: number
  /** Undefined without an API key: nothing can be read. */
  reader: youtube_v3.Youtube | undefined
  /** Undefined without an OAuth client: nothing can be written. */
  consent: ConsentClient | undefined
}

export interface ConsentClient {
  urlOf(consent: Consent, redirectUrl: string): string
  /** Throws GoogleError for a code that is not valid. */
  redeem(code: string, verifier: string, redirectUrl: string): Promise<Grant>
  /** Acts for the owner; it gets and renews access tokens itself. */
  writerOf(refreshToken: string): youtube_v3.Youtube
  /** Revokes the token, and with it all other tokens of the same account. Throws GoogleError. */
  revoke(refreshToken: string): Promise<void>
  /** Encrypts what is stored of owners. */
  cipher: KeyCipher
}

/** Calls YouTube's API with the operator's Google project, or reports the quota of that project. */
export interface GoogleDeps {
  google: Google
}

export const noGoogle: Google = { unitsPerDay: 0, unconfirmedShare: 0, reader: undefined, consent: undefined }

/** Throws YOUTUBE_NOT_CONFIGURED. */
export function getReader({ google }: GoogleDeps): youtube_v3.Youtube {
  return google.reader ?? fail('YOUTUBE_NOT_CONFIGURED')
}

/**
 * Counts a call, then makes it. Throws GoogleError, without a call when the units of the day, or of the share of a user
 * who has confirmed no channel, are used up.
 */
export async function callGoogle<T>(
  { db, clock, google }: CoreDeps & GoogleDeps,
  { user, ...cost }: { user: QuotaUser } & Cost,
  call: () => Promise<T>,
): Promise<T> {
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
 * Why Google did not do what was asked. `quota`: the units of the day are used up. `share`: those that an organization
 * may use of them for channels that no owner has connected. `revoked`: the owner's consent has ended. `forbidden`:
 * another account owns it. `missing`: there is no such thing. `rejected`: the request is not valid. `unavailable`: no
 * answer, or one to try again after.
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
 * The shape of errors that the library throws: `status` and the error of the response.
 * https://developers.google.com/youtube/v3/docs/errors
 */
interface LibraryError {
  status?: number | string
  code?: number | string
  response?: { status?: number; data?: { error?: string | { errors?: { reason?: string }[] } } }
}

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
/** Errors of the token endpoint about the operator's client, not about an owner's consent. */
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

/** Throws the error that a call of an owner returns. */
export function failForGoogle(error: unknown): never {
  if (!(error instanceof GoogleError)) throw error
  if (error.kind === 'share') fail('YOUTUBE_QUOTA_REACHED', undefined, youtubeMessages.shareUsed)
  fail(error.kind === 'quota' ? 'YOUTUBE_QUOTA_REACHED' : 'YOUTUBE_UNAVAILABLE')
}
