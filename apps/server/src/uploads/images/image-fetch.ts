import { uploadMaxBytes, uploadTypes } from '@linkshelf/contract'
import {
  createGuardedFetch,
  type FetchedPage,
  type FetchGuard,
  type GuardedFetch,
  isFetchError,
} from '../../platform/http/guarded-fetch.ts'

/** Fetches a picture by its URL, one byte more than allowed, so that a larger one is detected. */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return createGuardedFetch({ ...guard, accept: uploadTypes.join(','), maxBytes: uploadMaxBytes + 1 })
}

/** The file at a URL, and where redirects led; undefined when the URL can't be fetched. */
export async function fetchImageFile(fetchImage: GuardedFetch, url: string): Promise<Pick<FetchedPage, 'url' | 'body'> | undefined> {
  try {
    const file = await fetchImage(url)
    return file.status === 200 ? file : undefined
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}

/** Undefined when the URL can't be fetched. */
export async function fetchImageBytes(fetchImage: GuardedFetch, url: string): Promise<Buffer | undefined> {
  return (await fetchImageFile(fetchImage, url))?.body
}
