import { qrLogoMaxBytes, qrLogoMaxPixels } from '@linkshelf/contract'
import { fail } from '../access/index.ts'
import { encodeLogo } from '../uploads/index.ts'

/** Largest side of a stored logo, in pixels. */
const side = 512
/** A process takes some 80 MB before it decodes anything, and the largest allowed image takes 60 MB more. */
const maxMemoryBytes = 300_000_000

/**
 * Converts an uploaded image to the PNG that is stored: upright, without metadata, the first frame of an animation, at
 * most `qrLogoMaxBytes`. The type is read from the bytes, never from what the client declares. Throws QR_LOGO_INVALID
 * for an image that is too large, of another type or damaged, and TOO_MANY_REQUESTS when the queue is full.
 */
export async function toLogoImage(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes) fail('QR_LOGO_INVALID')
  const limits = { maxPixels: qrLogoMaxPixels, side, maxBytes: qrLogoMaxBytes, maxMemoryBytes }
  return (await encodeLogo({ bytes, ...limits })) ?? fail('QR_LOGO_INVALID')
}
