import { qrLogoMaxBytes, qrLogoTypes } from '@linkshelf/contract'
import { createGuardedFetch, type FetchGuard, type GuardedFetch } from '../platform/http/guarded-fetch.ts'

/** Fetches a logo by its URL, one byte more than allowed, so that a larger one is detected. */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return createGuardedFetch({ ...guard, accept: qrLogoTypes.join(','), maxBytes: qrLogoMaxBytes + 1 })
}
