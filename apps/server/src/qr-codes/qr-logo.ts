import { type OrganizationId, qrLogoMaxBytes, qrLogoMaxPixels } from '@linkshelf/contract'
import { fail } from '../access/index.ts'
import type { GuardedFetch } from '../platform/http/guarded-fetch.ts'
import { encodeLogo, fetchCopy, type PictureTurn } from '../uploads/index.ts'

/**
 * The PNG to store of a data URL, or of the URL of an image, which is fetched. Throws QR_LOGO_INVALID,
 * QR_LOGO_UNREACHABLE, UPLOAD_SOURCE_FORBIDDEN or TOO_MANY_REQUESTS.
 */
export async function importLogo(fetchImage: GuardedFetch, source: string, owner: OrganizationId): Promise<Buffer> {
  if (source.startsWith('data:')) return toLogoImage(bytesOf(source), { owner })
  return toLogoImage((await fetchCopy(fetchImage, source, owner)) ?? fail('QR_LOGO_UNREACHABLE'), { owner })
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Largest side of a stored logo, in pixels. */
const side = 512
/** A process takes some 80 MB before it decodes anything, and the largest allowed image takes 60 MB more. */
const maxMemoryBytes = 300_000_000

/**
 * Converts an uploaded image to the PNG that is stored: upright, without metadata, the first frame of an animation, at
 * most `qrLogoMaxBytes`. The type is read from the bytes, never from what the client declares. Throws QR_LOGO_INVALID
 * for an image that is too large, of another type or damaged, and TOO_MANY_REQUESTS when the queue is full, but not in
 * a job.
 */
export async function toLogoImage(bytes: Buffer, turn: PictureTurn): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes) fail('QR_LOGO_INVALID')
  const limits = { maxPixels: qrLogoMaxPixels, side, maxBytes: qrLogoMaxBytes, maxMemoryBytes }
  return (await encodeLogo({ bytes, ...limits }, turn)) ?? fail('QR_LOGO_INVALID')
}
