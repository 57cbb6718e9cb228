import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type BoundedCache, makeBoundedCache } from '../platform/bounded-cache.ts'
import { drawPixels, layOut, type QrColors } from './draw-pixels.ts'
import { makeQrMatrix } from './qr-matrix.ts'
import { writeSvg } from './write-svg.ts'

/** Everything that makes the picture. */
export interface QrPicture extends QrColors {
  text: string
  /** A PNG and its SHA-256; the digest alone is enough to find a picture that was drawn before. */
  logo: { digest: string; png: Buffer } | undefined
  format: 'png' | 'svg'
  /** Pixels a side. */
  size: number
}

/** What names a picture. */
export type QrPictureName = Omit<QrPicture, 'logo'> & { logo: { digest: string } | undefined }

export interface QrPictures {
  /** Undefined when it wasn't drawn lately. */
  recall(etag: string): Buffer | undefined
  draw(picture: QrPicture): Promise<Buffer>
}

/** To be raised whenever the same input comes to give another picture. */
const drawingVersion = 1

/** A strong entity tag over everything that makes the picture. */
export function etagOf({ text, color, backgroundColor, isTransparent, logo, format, size }: QrPictureName): string {
  const parts = [drawingVersion, text, color, backgroundColor, isTransparent, logo?.digest ?? null, format, size]
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`
}

/** Draws, and remembers what it drew lately within these bounds. */
export function openQrPictures({ maxPictureBytes = 64_000_000, maxLogoBytes = 32_000_000 } = {}): QrPictures {
  const drawn = makeBoundedCache<Buffer>(maxPictureBytes)
  const logos = makeBoundedCache<Buffer>(maxLogoBytes)
  return {
    recall: (etag) => drawn.find(etag),
    async draw(picture) {
      const bytes = picture.format === 'svg' ? svgOf(picture) : await pngOf(picture, logos)
      drawn.put(etagOf(picture), bytes, bytes.length)
      return bytes
    },
  }
}

function svgOf(picture: QrPicture): Buffer {
  const matrix = makeQrMatrix(picture.text, { hasLogo: picture.logo !== undefined })
  return Buffer.from(writeSvg(matrix, picture, picture.size, picture.logo?.png))
}

/** Modules go straight into pixels and sharp only packs them: several times the speed of an SVG that is rasterised (bench/qr/qr-bench.ts). */
async function pngOf(picture: QrPicture, logos: BoundedCache<Buffer>): Promise<Buffer> {
  const { text, size, logo } = picture
  const matrix = makeQrMatrix(text, { hasLogo: logo !== undefined })
  const box = layOut(matrix, size).logoBox
  const rgba = drawPixels(matrix, picture, size, logo && box && (await logoPixels(logo, box.size, picture.backgroundColor, logos)))
  const raw = { width: size, height: size, channels: 4 } as const
  // Level 2 packs a logo's pixels as well as 6 does, in half of the time.
  return sharp(rgba, { raw }).png({ compressionLevel: 2 }).toBuffer()
}

/** The logo over the background's colour, in the middle of a square of `side` pixels. */
async function logoPixels(
  { digest, png }: { digest: string; png: Buffer },
  side: number,
  backgroundColor: string,
  logos: BoundedCache<Buffer>,
): Promise<Buffer> {
  const key = `${digest} ${side} ${backgroundColor}`
  const held = logos.find(key)
  if (held !== undefined) return held
  const pixels = await sharp(png)
    .toColourspace('srgb')
    .resize(side, side, { fit: 'contain', background: backgroundColor })
    .flatten({ background: backgroundColor })
    .ensureAlpha()
    .raw()
    .toBuffer()
  logos.put(key, pixels, pixels.length)
  return pixels
}
