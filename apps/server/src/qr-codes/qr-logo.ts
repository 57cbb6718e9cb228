import { type OrganizationId, qrLogoMaxBytes, qrLogoMaxPixels } from '@linkshelf/contract'
import { fail } from '../access/index.ts'
import type { GuardedFetch } from '../platform/http/guarded-fetch.ts'
import { encodeLogo, fetchCopy, type PictureTurn } from '../uploads/index.ts'

/**
 * Returns the PNG to store for a data URL, or for an image's URL, which is fetched. Throws QR_LOGO_INVALID,
 * QR_LOGO_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN or TOO_MANY_REQUESTS.
 */
export async function importLogo(fetchImage: GuardedFetch, source: string, owner: OrganizationId): Promise<Buffer> {
  if (source.startsWith('data:')) return toLogoImage(decodeDataUrl(source), { owner })
  return toLogoImage((await fetchCopy(fetchImage, source, owner)) ?? fail('QR_LOGO_UNREACHABLE'), { owner })
}

function decodeDataUrl(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** A stored logo's longest side in pixels. */
const side = 512
/**
 * Memory limit of the process that encodes a logo. It needs about 80 MB before it decodes anything, and the largest
 * allowed image needs 60 MB more.
 */
const maxMemoryBytes = 300_000_000

/**
 * Converts an uploaded image to the PNG that is stored. The PNG is upright, has no metadata, only the first frame of an
 * animation, and at most `qrLogoMaxBytes`. The type is read from the bytes, never from the client's declaration. Throws
 * QR_LOGO_INVALID if the image is too large, of another type or damaged. Throws TOO_MANY_REQUESTS if the queue is full;
 * a background job waits instead.
 */
export async function toLogoImage(bytes: Buffer, turn: PictureTurn): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes) fail('QR_LOGO_INVALID')
  const limits = { maxPixels: qrLogoMaxPixels, side, maxBytes: qrLogoMaxBytes, maxMemoryBytes }
  return (await encodeLogo({ bytes, ...limits }, turn)) ?? fail('QR_LOGO_INVALID')
}
