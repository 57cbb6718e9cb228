import { createHash } from 'node:crypto'
import { type OrganizationId, qrSizes } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import { runLimited } from '../access/index.ts'
import { createConcurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { createQrMatrix, drawPixels, layOut, type QrColors, toSvg } from '../platform/draw-qr-code.ts'

/** Everything that determines the image. */
export interface QrImageSpec extends QrColors {
  text: string
  /** A PNG and its SHA-256. */
  logo: { digest: string; png: Buffer } | undefined
  format: 'png' | 'svg'
  /** Pixels per side. */
  size: number
}

/** Identifies an image. Contains the digest of the logo instead of the logo. */
type QrImageKey = Omit<QrImageSpec, 'logo'> & { logo: { digest: string } | undefined }

export interface QrRenderer {
  find(etag: string): Buffer | undefined
  /**
   * Renders an image. Concurrent calls for one image share the work. Organizations take turns with large images. Throws
   * TOO_MANY_REQUESTS if the image is large and the queue is full.
   */
  render(spec: QrImageSpec, owner?: OrganizationId): Promise<Buffer>
}

/** Loads the image library when the first QR code is rendered, because most processes render no QR codes. */
const loadSharp = () => import('sharp')

/** Increment this version whenever the same spec renders to another image. */
const renderingVersion = 2

/** Returns a strong entity tag over everything that determines the image. */
export function toEtag({ text, color, backgroundColor, isTransparent, logo, format, size }: QrImageKey): string {
  const parts = [renderingVersion, text, color, backgroundColor, isTransparent, logo?.digest ?? null, format, size]
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`
}

type ByteCache = LRUCache<string, Buffer>

function createByteCache(maxSize: number): ByteCache {
  return new LRUCache({ maxSize, sizeCalculation: (bytes) => Math.max(1, bytes.length) })
}

/** Renders QR codes, with bounded caches for images and for prepared logos. */
export function createQrRenderer({ maxImageBytes = 64_000_000, maxLogoBytes = 32_000_000 } = {}): QrRenderer {
  const images = createByteCache(maxImageBytes)
  const logos = createByteCache(maxLogoBytes)
  const pending = new Map<string, Promise<Buffer>>()

  async function renderUncached(etag: string, spec: QrImageSpec, owner: OrganizationId | undefined): Promise<Buffer> {
    const bytes = await renderBytes(spec, logos, owner)
    images.set(etag, bytes)
    return bytes
  }

  return {
    find: (etag) => images.get(etag),
    render(spec, owner) {
      const etag = toEtag(spec)
      const started = pending.get(etag)
      if (started !== undefined) return started
      const bytes = renderUncached(etag, spec, owner).finally(() => pending.delete(etag))
      pending.set(etag, bytes)
      return bytes
    },
  }
}

function renderBytes(spec: QrImageSpec, logos: ByteCache, owner: OrganizationId | undefined): Promise<Buffer> {
  if (spec.format === 'svg') return renderSvg(spec, logos)
  return spec.size > qrSizes.default ? runImageTask(() => renderPng(spec, logos), owner) : renderPng(spec, logos)
}

async function renderSvg(spec: QrImageSpec, logos: ByteCache): Promise<Buffer> {
  const { text, size, logo } = spec
  const matrix = createQrMatrix(text, { hasLogo: logo !== undefined })
  return Buffer.from(toSvg(matrix, spec, size, logo && (await reduceLogo(logo, logos))))
}

/**
 * Draws the modules as pixels, so that sharp only compresses them. This is several times as fast as rasterizing an SVG
 * (bench/qr/qr-bench.ts).
 */
async function renderPng(spec: QrImageSpec, logos: ByteCache): Promise<Buffer> {
  const { text, size, logo } = spec
  const matrix = createQrMatrix(text, { hasLogo: logo !== undefined })
  const box = layOut(matrix, size).logoBox
  const rgba = drawPixels(matrix, spec, size, logo && box && (await toLogoPixels(logo, box.size, spec.backgroundColor, logos)))
  const raw = { width: size, height: size, channels: 4 } as const
  const { default: sharp } = await loadSharp()
  // Level 2 compresses a logo's pixels as well as level 6, in half of the time.
  return sharp(rgba, { raw }).png({ compressionLevel: 2 }).toBuffer()
}

interface Logo {
  digest: string
  png: Buffer
}

/**
 * The longest side of the logo in an SVG, in pixels. The logo fills a quarter of the code, so it is sharp up to a code
 * size of about 1,000 px.
 */
const embeddedSide = 256

/** Returns the logo in 256 colors, so that it has at most one byte per pixel. */
function reduceLogo({ digest, png }: Logo, logos: ByteCache): Promise<Buffer> {
  return cached(logos, digest, async () => {
    const { default: sharp } = await loadSharp()
    return sharp(png)
      .resize(embeddedSide, embeddedSide, { fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer()
  })
}

/** Returns the logo on the background color, centered in a square of `side` pixels. */
function toLogoPixels({ digest, png }: Logo, side: number, backgroundColor: string, logos: ByteCache): Promise<Buffer> {
  return cached(logos, `${digest} ${side} ${backgroundColor}`, async () => {
    const { default: sharp } = await loadSharp()
    return sharp(png)
      .toColourspace('srgb')
      .resize(side, side, { fit: 'contain', background: backgroundColor })
      .flatten({ background: backgroundColor })
      .ensureAlpha()
      .raw()
      .toBuffer()
  })
}

async function cached(cache: ByteCache, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = cache.get(key)
  if (found !== undefined) return found
  const made = await make()
  cache.set(key, made)
  return made
}

/**
 * Limits large images to one at a time. The whole process shares one limiter, because it protects the machine's memory
 * and cores. A queued task has no pixels in memory yet.
 */
const limiter = createConcurrencyLimiter({ width: 1, queueLength: 24, perKey: { width: 1, queueLength: 8 } })
/** A full queue is processed in about this time. */
const retryAfterSeconds = 5

/**
 * Runs work that decodes or encodes many pixels. Only one such task runs at a time. Throws TOO_MANY_REQUESTS if the
 * queue is full.
 */
function runImageTask<T>(work: () => Promise<T>, owner: OrganizationId | undefined): Promise<T> {
  return runLimited(limiter, work, { key: owner, retryAfterSeconds })
}
