import { createHash } from 'node:crypto'
import { qrSizes } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { drawPixels, layOut, type QrColors } from './draw-pixels.ts'
import { inPictureLane } from './picture-lane.ts'
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
  /** Drawn once for however many ask at the same time. Refuses a large one when too many wait for theirs. */
  draw(picture: QrPicture): Promise<Buffer>
}

/** To be raised whenever the same input comes to give another picture. */
const drawingVersion = 2

/** A strong entity tag over everything that makes the picture. */
export function etagOf({ text, color, backgroundColor, isTransparent, logo, format, size }: QrPictureName): string {
  const parts = [drawingVersion, text, color, backgroundColor, isTransparent, logo?.digest ?? null, format, size]
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`
}

/** Draws, and remembers what it drew lately within these bounds. */
export function openQrPictures({ maxPictureBytes = 64_000_000, maxLogoBytes = 32_000_000 } = {}): QrPictures {
  const drawn = makeBufferCache(maxPictureBytes)
  const logos = makeBufferCache(maxLogoBytes)
  const drawing = new Map<string, Promise<Buffer>>()

  async function drawAnew(etag: string, picture: QrPicture): Promise<Buffer> {
    const bytes = await bytesOf(picture, logos)
    drawn.set(etag, bytes)
    return bytes
  }

  return {
    recall: (etag) => drawn.get(etag),
    draw(picture) {
      const etag = etagOf(picture)
      const begun = drawing.get(etag)
      if (begun !== undefined) return begun
      const bytes = drawAnew(etag, picture).finally(() => drawing.delete(etag))
      drawing.set(etag, bytes)
      return bytes
    },
  }
}

type BufferCache = LRUCache<string, Buffer>

function makeBufferCache(maxSize: number): BufferCache {
  return new LRUCache({ maxSize, sizeCalculation: (bytes) => bytes.length })
}

function bytesOf(picture: QrPicture, logos: BufferCache): Promise<Buffer> {
  if (picture.format === 'svg') return svgOf(picture, logos)
  return picture.size > qrSizes.usual ? inPictureLane(() => pngOf(picture, logos)) : pngOf(picture, logos)
}

async function svgOf(picture: QrPicture, logos: BufferCache): Promise<Buffer> {
  const { text, size, logo } = picture
  const matrix = makeQrMatrix(text, { hasLogo: logo !== undefined })
  return Buffer.from(writeSvg(matrix, picture, size, logo && (await embeddedLogo(logo, logos))))
}

/** Modules go straight into pixels and sharp only packs them: several times the speed of an SVG that is rasterised (bench/qr/qr-bench.ts). */
async function pngOf(picture: QrPicture, logos: BufferCache): Promise<Buffer> {
  const { text, size, logo } = picture
  const matrix = makeQrMatrix(text, { hasLogo: logo !== undefined })
  const box = layOut(matrix, size).logoBox
  const rgba = drawPixels(matrix, picture, size, logo && box && (await logoPixels(logo, box.size, picture.backgroundColor, logos)))
  const raw = { width: size, height: size, channels: 4 } as const
  // Level 2 packs a logo's pixels as well as 6 does, in half of the time.
  return sharp(rgba, { raw }).png({ compressionLevel: 2 }).toBuffer()
}

interface Logo {
  digest: string
  png: Buffer
}

/** Pixels a side of the logo in an SVG, at most: a quarter of a code's side, so a code is sharp to about 1,000 px. */
const embeddedSide = 256

/** In 256 colours, so that it has a byte a pixel at most. */
function embeddedLogo({ digest, png }: Logo, logos: BufferCache): Promise<Buffer> {
  return remembered(logos, digest, () =>
    sharp(png)
      .resize(embeddedSide, embeddedSide, { fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  )
}

/** The logo over the background's colour, in the middle of a square of `side` pixels. */
function logoPixels({ digest, png }: Logo, side: number, backgroundColor: string, logos: BufferCache): Promise<Buffer> {
  return remembered(logos, `${digest} ${side} ${backgroundColor}`, () =>
    sharp(png)
      .toColourspace('srgb')
      .resize(side, side, { fit: 'contain', background: backgroundColor })
      .flatten({ background: backgroundColor })
      .ensureAlpha()
      .raw()
      .toBuffer(),
  )
}

async function remembered(cache: BufferCache, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const held = cache.get(key)
  if (held !== undefined) return held
  const made = await make()
  cache.set(key, made)
  return made
}
