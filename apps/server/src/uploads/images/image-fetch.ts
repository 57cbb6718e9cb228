import { uploadMaxBytes, uploadTypes } from '@linkshelf/contract'
import { createGuardedFetch, type FetchGuard, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'

/** Fetches a picture by its URL, one byte more than allowed, so that a larger one is detected. */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return createGuardedFetch({ ...guard, accept: uploadTypes.join(','), maxBytes: uploadMaxBytes + 1 })
}

/** Undefined when the URL can't be fetched. */
export async function fetchImageBytes(fetchImage: GuardedFetch, url: string): Promise<Buffer | undefined> {
  try {
    const { status, body } = await fetchImage(url)
    return status === 200 ? body : undefined
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}
