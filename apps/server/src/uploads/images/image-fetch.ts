import { isCopyForbidden, type OrganizationId, uploadMaxBytes, uploadTypes } from '@linkshelf/contract'
import { fail, runLimited } from '../../access/index.ts'
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import {
  createGuardedFetch,
  type FetchedPage,
  type FetchGuard,
  type GuardedFetch,
  isFetchError,
} from '../../platform/http/guarded-fetch.ts'

/** The whole process shares this limiter, because each response can have ten megabytes. */
const limiter = createConcurrencyLimiter({
  width: 8,
  queueLength: 24,
  perKey: { width: 2, queueLength: 8 },
  reserved: { width: 3, busyMs: 5_000 },
})
const retryAfterSeconds = 5

/**
 * Creates a function that fetches a picture by its URL. It accepts one byte more than allowed, so that a larger picture
 * is detected.
 */
export function createImageFetch(guard: Pick<FetchGuard, 'userAgent' | 'allowedPrivateAddresses'>): GuardedFetch {
  return createGuardedFetch({ ...guard, accept: uploadTypes.join(','), maxBytes: uploadMaxBytes + 1 })
}

/**
 * Returns the bytes of a picture that an organization copies from a URL. Undefined if the picture can't be fetched.
 * Throws UPLOAD_SOURCE_FORBIDDEN if the shop does not allow copies, or TOO_MANY_REQUESTS.
 */
export async function fetchCopy(fetchImage: GuardedFetch, url: string, owner: OrganizationId): Promise<Buffer | undefined> {
  if (isCopyForbidden(url)) fail('UPLOAD_SOURCE_FORBIDDEN')
  const image = await fetchImageFile(fetchImage, url, owner)
  // A short link may have redirected to a shop that does not allow copies.
  if (image !== undefined && isCopyForbidden(image.url)) fail('UPLOAD_SOURCE_FORBIDDEN')
  return image?.body
}

async function fetchImageFile(
  fetchImage: GuardedFetch,
  url: string,
  owner: OrganizationId,
): Promise<Pick<FetchedPage, 'url' | 'body'> | undefined> {
  try {
    const file = await runLimited(limiter, () => fetchImage(url), { key: owner, retryAfterSeconds })
    return file.status === 200 ? file : undefined
  } catch (error) {
    if (isFetchError(error)) return undefined
    throw error
  }
}
