import { fail } from '../../access/index.ts'

/**
 * Why Google did not do what was asked. `quota`: the units of the day are used up. `revoked`: the owner's consent has
 * ended. `forbidden`: another account owns it. `missing`: there is no such thing. `rejected`: the request is not valid.
 * `unavailable`: no answer, or one to try again after.
 */
export type GoogleErrorKind = 'quota' | 'revoked' | 'forbidden' | 'missing' | 'rejected' | 'unavailable'

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
  fail(error.kind === 'quota' ? 'YOUTUBE_QUOTA_REACHED' : 'YOUTUBE_UNAVAILABLE')
}
