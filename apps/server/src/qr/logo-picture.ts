import { qrLogoMaxBytes } from '@linkshelf/contract'
import sharp from 'sharp'
import { refuse } from '../access/index.ts'

/** Pixels a side of a kept logo, at most. */
const keptSide = 512
/** A few kilobytes can announce a picture of gigabytes; one of more than this is not unpacked. */
const maxPixels = 16_000_000
const patienceSeconds = 5

/**
 * The PNG that is kept of an uploaded picture: upright, without metadata, the first frame of several. Gives back at most `qrLogoMaxBytes`. What
 * the bytes are is read from them, whoever says otherwise. Refuses what is too large to be looked at, is of another type, or can't be read whole.
 */
export async function logoPicture(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > qrLogoMaxBytes || !isKnownPicture(bytes)) refuse('QR_LOGO_INVALID')
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: patienceSeconds })
    .autoOrient()
    .resize(keptSide, keptSide, { fit: 'inside', withoutEnlargement: true })
  try {
    const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer()
    // A photograph of many colours is kept in 256 of them: a byte a pixel.
    return png.length <= qrLogoMaxBytes ? png : await picture.clone().png({ compressionLevel: 9, palette: true }).toBuffer()
  } catch {
    // The decoder works on these bytes and nothing else: whatever it says is about them.
    refuse('QR_LOGO_INVALID')
  }
}

/** The first bytes of PNG, JPEG and GIF, and of a RIFF file that is WebP. SVG, which can refer to anything, never reaches its reader. */
function isKnownPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12)
  const isWebp = head.startsWith('RIFF') && head.endsWith('WEBP')
  return isWebp || ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((start) => head.startsWith(start))
}
