import { qrLogoMaxBytes, qrLogoMaxPixels } from '@linkshelf/contract'
import { fail } from '../access/index.ts'
import { inPictureLane } from './picture-lane.ts'
import { unpackApart } from './unpack-apart.ts'

/** Pixels a side of a kept logo, at most. */
const keptSide = 512
/** A process takes some 80 MB before it unpacks anything, and a picture of the most pixels 60 MB. */
const maxMemoryBytes = 300_000_000

/**
 * The PNG that is kept of an uploaded picture: upright, without metadata, the first frame of several. Gives back at most `qrLogoMaxBytes`. What
 * the bytes are is read from them, whoever says otherwise. Refuses what is too large to be looked at, is of another type, or can't be read
 * whole, and for now when too many pictures wait already.
 */
export async function logoPicture(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes || !isKnownPicture(bytes)) fail('QR_LOGO_INVALID')
  const limits = { maxPixels: qrLogoMaxPixels, side: keptSide, maxBytes: qrLogoMaxBytes, maxMemoryBytes }
  return (await inPictureLane(() => unpackApart({ bytes, ...limits }))) ?? fail('QR_LOGO_INVALID')
}

/** The first bytes of PNG, JPEG and GIF, and of a RIFF file that is WebP. SVG, which can refer to anything, never reaches its reader. */
function isKnownPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((start) => head.startsWith(start))
}
