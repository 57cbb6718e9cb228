import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { type FetchGuard, type GuardedFetch, makeGuardedFetch } from '../platform/http/guarded-fetch.ts'

/** Fetches a logo by its URL. One byte over the limit is enough to reject it as too large. */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return makeGuardedFetch({ ...guard, accept: qrLogoTypes.join(','), maxBytes: qrLogoMaxBytes + 1 })
}
