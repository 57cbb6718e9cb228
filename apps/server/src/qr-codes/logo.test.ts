import { createServer, type RequestListener } from 'node:http'
import type { QrConfigUpdate } from '@linkshelf/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { aDeepPng, aGifDeclaring, anAnimatedGif, anImage, aPngDeclaring, toDataUrl } from '../../test/builders/image-builder.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { createRateLimiters } from '../access/index.ts'
import { listen } from '../platform/http/listen.ts'
import { createImageFetch } from '../uploads/index.ts'
import { getQrConfig, updateQrCode } from './qr-codes.ts'
import { toLogoImage } from './qr-logo.ts'

const smallLogo = await anImage().png().toBuffer()

/**
 * Creates a link whose QR code has a logo. Returns the style before an update, a function that updates the style, and a
 * function that reads it.
 */
async function aLinkWithLogo(replaced: Parameters<typeof openTestDeps>[0] = {}) {
  const deps = await openTestDeps(replaced)
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  const before = await updateQrCode(deps, ctx, {
    subject: { kind: 'link', id: link.url_id },
    update: { logo: toDataUrl(smallLogo), color: '#112233' },
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
    expect(await sharp(await toLogoImage(bytes, {})).metadata()).toMatchObject({ format: 'png', width: 512, height: 219 })
  })

  it('is rotated upright and loses its EXIF metadata', async () => {
    const photograph = await anImage({ width: 60, height: 20 })
      .withExif({ IFD0: { Make: 'Otter' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const stored = await sharp(await toLogoImage(photograph, {})).metadata()

    expect(stored).toMatchObject({ width: 20, height: 60 })
    expect([stored.exif, stored.orientation]).toEqual([undefined, undefined])
  })

  it('is stored in at most half a megabyte', async () => {
    const noise = await anImage({ width: 900, height: 900 }).jpeg({ quality: 40 }).toBuffer()
    expect((await toLogoImage(noise, {})).length).toBeLessThanOrEqual(500_000)
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

    const { data, info } = await sharp(await toLogoImage(gif, {}))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([10, 10, 255, 0, 0])
  })

  it('is reduced to its first frame without decoding the others, which would need 400 MB', async () => {
    const gif = await anAnimatedGif(1_000, 100)
    expect([(await sharp(gif).metadata()).pages, gif.length < 500_000]).toEqual([100, true])

    expect(await sharp(await toLogoImage(gif, {})).metadata()).toMatchObject({ format: 'png', width: 512, height: 512 })
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

    expect(await catchErrorCode(link.update({ logo: toDataUrl(bytes), color: '#ff0000' }))).toBe('QR_LOGO_INVALID')
    expect(await link.find()).toEqual(link.before)
  })
})

it('rate-limits rejected files as writes too', async () => {
  await using deps = await openTestDeps()
  const { entitlements, ...ctx } = await aProject(deps)
  const { url_id: id } = await aLink(deps, { ...ctx, entitlements })
  const rateLimits = { ...entitlements.rateLimits, writes: 2 }
  const limited = { ...ctx, entitlements: { ...entitlements, rateLimits }, rateLimiters: createRateLimiters(deps) }
  const update = { logo: toDataUrl(Buffer.from('not an image')) }
  const reject = () => catchErrorCode(updateQrCode(deps, limited, { subject: { kind: 'link', id }, update }))

  expect([await reject(), await reject(), await reject()]).toEqual(['QR_LOGO_INVALID', 'QR_LOGO_INVALID', 'TOO_MANY_REQUESTS'])
})

describe('a logo URL', () => {
  const permitted = createImageFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'] })

  it('is fetched once, and its image is stored', async () => {
    await using shop = await openServer((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(smallLogo))
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
    await using shop = await openServer(listener)
    await using link = await aLinkWithLogo({ fetchImage: permitted })

    expect(await catchErrorCode(link.update({ logo: shop.origin, color: '#ff0000' }))).toBe(code)
    expect(await link.find()).toEqual(link.before)
  })

  it('is rejected if the shop does not allow copies', async () => {
    await using link = await aLinkWithLogo()

    expect(await catchErrorCode(link.update({ logo: 'https://m.media-amazon.com/images/I/lamp.jpg' }))).toBe('UPLOAD_SOURCE_FORBIDDEN')
    expect(await link.find()).toEqual(link.before)
  })

  it.each(['http://', 'http://127.0.0.1/logo.png', 'https://169.254.169.254/', 'http://shop.example:22/'])(
    'is rejected: %s',
    async (address) => {
      await using link = await aLinkWithLogo()
      expect(await catchErrorCode(link.update({ logo: address }))).toBe('QR_LOGO_UNREACHABLE')
      expect(await link.find()).toEqual(link.before)
    },
  )
})

async function openServer(listener: RequestListener): Promise<{ origin: string } & AsyncDisposable> {
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
