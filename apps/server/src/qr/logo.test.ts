import { createServer, type RequestListener } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import type { QrConfigUpdate } from '@linkshelf/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aLink, aProject, errorCodeOf, errorCodesIn } from '../../test/builders.ts'
import { anImage, asDataUrl } from '../../test/image-builder.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { listen } from '../platform/http/listen.ts'
import { decodeInChild } from './decode-in-child.ts'
import { getQrConfig } from './get-qr-config.ts'
import { createImageFetch } from './image-fetch.ts'
import { toLogoImage } from './logo-image.ts'
import { updateQrCode } from './update-qr-code.ts'

const smallLogo = await anImage().png().toBuffer()

/** A link whose QR code has a logo, its style before an update, and calls to update and read that style. */
async function aLinkWithLogo(replaced: Parameters<typeof openTestDeps>[0] = {}) {
  const deps = await openTestDeps(replaced)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const before = await updateQrCode(deps, ctx, {
    subject: { kind: 'link', id: link.url_id },
    update: { logo: asDataUrl(smallLogo), color: '#112233' },
  })
  return {
    deps,
    before,
    update: (edit: QrConfigUpdate) => updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: edit }),
    find: () => getQrConfig(deps, ctx, { kind: 'link', id: link.url_id }),
    [Symbol.asyncDispose]: () => deps[Symbol.asyncDispose](),
  }
}

function decoded(logo: string | null): Buffer {
  return Buffer.from(logo?.slice(logo.indexOf(',') + 1) ?? '', 'base64')
}

describe('an uploaded image', async () => {
  it.each([
    ['png', await anImage({ width: 700, height: 300 }).png({ palette: true }).toBuffer()],
    ['jpeg', await anImage({ width: 700, height: 300 }).jpeg().toBuffer()],
    ['webp', await anImage({ width: 700, height: 300 }).webp().toBuffer()],
    ['gif', await anImage({ width: 700, height: 300 }).gif().toBuffer()],
    ['grey png', await anImage({ width: 700, height: 300 }).greyscale().png().toBuffer()],
  ])('is stored as a PNG of at most 512 px: %s', async (_type, bytes) => {
    expect(await sharp(await toLogoImage(bytes)).metadata()).toMatchObject({ format: 'png', width: 512, height: 219 })
  })

  it('is rotated upright and loses its EXIF metadata', async () => {
    const photograph = await anImage({ width: 60, height: 20 })
      .withExif({ IFD0: { Make: 'Otter' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = await sharp(await toLogoImage(photograph)).metadata()

    expect(stored).toMatchObject({ width: 20, height: 60 })
    expect([stored.exif, stored.orientation]).toEqual([undefined, undefined])
  })

  it('is stored in at most half a megabyte', async () => {
    const noise = await anImage({ width: 900, height: 900 }).jpeg({ quality: 40 }).toBuffer()
    expect((await toLogoImage(noise)).length).toBeLessThanOrEqual(500_000)
  })

  it('is reduced to its first frame when it is animated', async () => {
    const frames = [
      [255, 0, 0],
      [0, 0, 255],
    ].map(([r, g, b]) => ({ create: { width: 10, height: 10, channels: 3, background: { r, g, b } } }) as const)
    const gif = await sharp(frames as never, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)

    const { data, info } = await sharp(await toLogoImage(gif))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([10, 10, 255, 0, 0])
  })

  it('is reduced to its first frame without decoding the others, which would take 400 MB', async () => {
    const gif = await anAnimatedGif(1_000, 100)
    expect([(await sharp(gif).metadata()).pages, gif.length < 500_000]).toEqual([100, true])

    expect(await sharp(await toLogoImage(gif)).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
  })

  it('is rejected with TOO_MANY_REQUESTS when the queue is full', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => toLogoImage(smallLogo)))

    expect(errorCodesIn(outcomes)).toEqual(Array(5).fill('TOO_MANY_REQUESTS'))
    await expect(toLogoImage(smallLogo)).resolves.toBeDefined()
  })

  it('is not decoded when that takes more memory than the limit, and the memory is released', async () => {
    const task = { bytes: aDeepPng(4_000, 4_000), maxPixels: 16_000_000, side: 512, maxBytes: 500_000 }
    const before = process.memoryUsage.rss()

    expect(await decodeInChild({ ...task, maxMemoryBytes: 150_000_000 })).toBeUndefined()
    expect((await decodeInChild({ ...task, maxMemoryBytes: 1_000_000_000 }))?.length).toBeGreaterThan(0)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })
})

describe('QR_LOGO_INVALID, and nothing changed, for', async () => {
  const flat = { create: { width: 5_000, height: 5_000, channels: 3, background: '#000000' } } as const
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

  it.each<[string, Buffer]>([
    ['a PNG that decodes to 25 million pixels', await sharp(flat).png({ compressionLevel: 9 }).toBuffer()],
    ['a PNG whose header declares 60,000 × 60,000 pixels', aPngDeclaring(60_000, 60_000)],
    ['a GIF whose header declares 65,535 × 65,535 pixels', aGifDeclaring(65_535, 65_535)],
    ['a WebP that decodes to 25 million pixels', await sharp(flat).webp({ lossless: true }).toBuffer()],
    ['a JPEG that decodes to 25 million pixels', await sharp(flat).jpeg({ quality: 1 }).toBuffer()],
    ['a PNG of 16 bits a channel that decodes to 128 MB', aDeepPng(4_000, 4_000)],
    ['an animated GIF of 25 million pixels a frame', await anAnimatedGif(5_000, 3)],
    ['an animated GIF that is cut off in its first frame', (await anAnimatedGif(1_000, 50)).subarray(0, 700)],
    ['an SVG', Buffer.from(svg)],
    ['plain text', Buffer.from('not an image')],
    ['no bytes', Buffer.alloc(0)],
    ['a PNG that is cut off', smallLogo.subarray(0, smallLogo.length / 2)],
    ['the first 12 bytes of a PNG', smallLogo.subarray(0, 12)],
    ['an image of more than half a megabyte', Buffer.concat([smallLogo, Buffer.alloc(500_000)])],
    ['a TIFF', await anImage().tiff().toBuffer()],
  ])('%s', async (_what, bytes) => {
    await using link = await aLinkWithLogo()

    expect(await errorCodeOf(link.update({ logo: asDataUrl(bytes), color: '#ff0000' }))).toBe('QR_LOGO_INVALID')
    expect(await link.find()).toEqual(link.before)
  })
})

describe('a logo URL', () => {
  const permitted = createImageFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'] })

  it('is fetched once, and its image is stored', async () => {
    await using shop = await serving((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(smallLogo))
    await using link = await aLinkWithLogo({ fetchImage: permitted })

    const { logo } = await link.update({ logo: `${shop.origin}/logo` })

    expect(logo).toMatch(/^data:image\/png;base64,/)
    expect(await sharp(decoded(logo)).metadata()).toMatchObject({ format: 'png', width: 40, height: 40 })
    expect((await link.find()).logo).toBe(logo)
  })

  it.each<[string, string, RequestListener]>([
    ['returns 404', 'QR_LOGO_UNREACHABLE', (_request, response) => response.writeHead(404).end(smallLogo)],
    [
      'returns HTML',
      'QR_LOGO_INVALID',
      (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html>'),
    ],
    [
      'returns ten megabytes',
      'QR_LOGO_INVALID',
      (_request, response) => response.end(Buffer.concat([smallLogo, Buffer.alloc(10_000_000)])),
    ],
    [
      'redirects to a private address',
      'QR_LOGO_UNREACHABLE',
      (request, response) => response.writeHead(302, { location: `http://[::1]:${request.socket.localPort}/` }).end(),
    ],
    [
      'closes the connection before the end',
      'QR_LOGO_UNREACHABLE',
      (_request, response) => response.writeHead(200, { 'content-length': '999' }).end('x', () => response.destroy()),
    ],
  ])('is rejected, and nothing is changed, when it %s', async (_what, code, listener) => {
    await using shop = await serving(listener)
    await using link = await aLinkWithLogo({ fetchImage: permitted })

    expect(await errorCodeOf(link.update({ logo: shop.origin, color: '#ff0000' }))).toBe(code)
    expect(await link.find()).toEqual(link.before)
  })

  it.each(['http://', 'http://127.0.0.1/logo.png', 'https://169.254.169.254/', 'http://shop.example:22/'])(
    'is rejected: %s',
    async (address) => {
      await using link = await aLinkWithLogo()
      expect(await errorCodeOf(link.update({ logo: address }))).toBe('QR_LOGO_UNREACHABLE')
      expect(await link.find()).toEqual(link.before)
    },
  )
})

async function serving(listener: RequestListener): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer(listener)
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A few bytes of image data after a header that declares this size. */
function aPngDeclaring(width: number, height: number): Buffer {
  const head = Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])])
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** 16 bits a channel and interlaced, so that a decoder needs all of it in memory: eight bytes a pixel, all of them zero. */
function aDeepPng(width: number, height: number): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const bytesOfPass = ([x, y, right, down]: (typeof passes)[number]) =>
    (Math.ceil((width - x) / right) * 8 + 1) * Math.ceil((height - y) / down)
  const decodedBytes = Buffer.alloc(passes.map(bytesOfPass).reduce((sum, bytes) => sum + bytes))
  const head = Buffer.concat([numbers(width, height), Buffer.from([16, 6, 0, 0, 1])])
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(decodedBytes)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** An animation of `frames` equal square frames. */
async function anAnimatedGif(side: number, frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: side, height: side, channels: 3, background: '#0d9488' } })
    .gif()
    .toBuffer()
  // The byte after the size has the length of the colour table, three bytes a colour. The last byte is the trailer.
  const frameAt = 13 + 3 * 2 ** (((still[10] ?? 0) & 7) + 1)
  const frame = still.subarray(frameAt, -1)
  return Buffer.concat([still.subarray(0, frameAt), ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))])
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

function aGifDeclaring(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 1, 0, 0x3b])])
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]), frame])
}
