import { qrLogoMaxBytes, qrLogoMaxPixels } from '@linkshelf/contract'
import { fail } from '../access/index.ts'
import { decodeInChild } from './decode-in-child.ts'
import { runImageTask } from './image-limiter.ts'

/** Largest side of a stored logo, in pixels. */
const maxSide = 512
/** A process takes some 80 MB before it decodes anything, and the largest allowed image takes 60 MB more. */
const maxMemoryBytes = 300_000_000

/**
 * Converts an uploaded image to the PNG that is stored: upright, without metadata, the first frame of an animation, at most `qrLogoMaxBytes`. The type
 * is read from the bytes, never from what the client declares. Throws QR_LOGO_INVALID for an image that is too large, of another type or damaged,
 * and TOO_MANY_REQUESTS when the queue is full.
 */
export async function toLogoImage(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes || !isSupportedImage(bytes)) fail('QR_LOGO_INVALID')
  const limits = { maxPixels: qrLogoMaxPixels, side: maxSide, maxBytes: qrLogoMaxBytes, maxMemoryBytes }
  return (await runImageTask(() => decodeInChild({ bytes, ...limits }))) ?? fail('QR_LOGO_INVALID')
}

/** The first bytes of PNG, JPEG and GIF, and of a RIFF file that is WebP. SVG, which can refer to anything, never reaches the decoder. */
function isSupportedImage(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((start) => head.startsWith(start))
}
