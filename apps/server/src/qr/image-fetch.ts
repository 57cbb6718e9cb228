import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { type FetchGuard, type GuardedFetch, makeGuardedFetch } from '../platform/http/guarded-fetch.ts'

/** Fetches a logo by its URL, one byte more than allowed, so that a larger one is detected. */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return makeGuardedFetch({ ...guard, accept: qrLogoTypes.join(','), maxBytes: qrLogoMaxBytes + 1 })
}
