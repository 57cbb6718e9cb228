import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { type FetchGuard, type GuardedFetch, makeGuardedFetch } from '../platform/http/guarded-fetch.ts'

/** Fetches a logo that an owner names: a byte more than one may have is enough to know that it is too large. */
export function makePictureFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return makeGuardedFetch({ ...guard, accept: qrLogoTypes.join(','), maxBytes: qrLogoMaxBytes + 1 })
}
