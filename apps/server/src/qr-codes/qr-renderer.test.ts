import { createHash } from 'node:crypto'
import type { OrganizationId } from '@linkshelf/contract'
import fc from 'fast-check'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { listErrorCodes } from '../../test/builders/builders.ts'
import { createQrRenderer, type QrImageSpec, toEtag } from './qr-renderer.ts'

const text = 'https://go.test/lamp?qr=1'

/** Draws a ring on a transparent background. */
async function aLogo(): Promise<NonNullable<QrImageSpec['logo']>> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="3" fill="none" stroke="#e11d48" stroke-width="2"/></svg>'
  const png = await sharp(Buffer.from(svg)).resize(300).png().toBuffer()
  return { digest: createHash('sha256').update(png).digest('hex'), png }
}

function aQrImageSpec(overrides: Partial<QrImageSpec> = {}): QrImageSpec {
  const plain = { color: '#000000', backgroundColor: '#ffffff', isTransparent: false, logo: undefined }
  return { text, ...plain, format: 'png', size: 512, ...overrides }
}

/** Returns the text that another QR reader finds. The image gets a white background, and small codes are enlarged. */
async function decodeQr(bytes: Buffer): Promise<string | undefined> {
  const { width } = await sharp(bytes).metadata()
  const image = sharp(bytes).flatten({ background: '#ffffff' })
  if (width < 512) image.resize(width * 4, null, { kernel: 'nearest' })
  const margin = { top: 32, bottom: 32, left: 32, right: 32, extendWith: 'copy' } as const
  const { data, info } = await image.extend(margin).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function pixelAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()
  return [...pixel]
}

const logo = await aLogo()

it.each<[string, Partial<QrImageSpec>]>([
  ['plain', {}],
  ['in colors', { color: '#7c2d12', backgroundColor: '#fef3c7' }],
  ['light on dark', { color: '#fde68a', backgroundColor: '#1e293b' }],
  ['with a logo', { logo }],
  ['with a logo, light on dark', { logo, color: '#ffffff', backgroundColor: '#1e3a8a' }],
  ['transparent', { isTransparent: true }],
  ['transparent with a logo', { isTransparent: true, logo }],
  ['of the smallest size', { size: 64 }],
  ['of the smallest size, with a logo', { size: 64, logo }],
  ['of the largest size', { size: 2_048 }],
  ['of the largest size, with a logo', { size: 2_048, logo }],
  ['with the longest slug', { text: `https://go.test/${'Xy7-'.repeat(16)}?qr=1`, logo }],
])('renders a code that another reader decodes: %s', async (_case, overrides) => {
  const spec = aQrImageSpec(overrides)
  const png = await createQrRenderer().render(spec)
  const svg = await createQrRenderer().render({ ...spec, format: 'svg' })

  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: spec.size, height: spec.size })
  expect(await sharp(svg).metadata()).toMatchObject({ format: 'svg', width: spec.size, height: spec.size })
  expect(await decodeQr(png)).toBe(spec.text)
  expect(await decodeQr(await sharp(svg).png().toBuffer())).toBe(spec.text)
})

it('renders codes that a scanner reads, whatever the size, slug and colors', async () => {
  const renderer = createQrRenderer()
  const hex = (min: number, max: number) =>
    fc.tuple(...[0, 1, 2].map(() => fc.integer({ min, max }))).map((parts) => `#${Buffer.from(parts).toString('hex')}`)
  const slug = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_'), minLength: 1, maxLength: 64 })
  const styles = fc.record({
    size: fc.integer({ min: 96, max: 1_024 }),
    slug,
    color: hex(0, 90),
    backgroundColor: hex(180, 255),
    isTransparent: fc.boolean(),
    hasLogo: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(styles, async ({ slug, hasLogo, ...style }) => {
      const spec = aQrImageSpec({ ...style, text: `https://go.test/${slug}?qr=1`, logo: hasLogo ? logo : undefined })
      expect(await decodeQr(await renderer.render(spec))).toBe(spec.text)
    }),
    { numRuns: 40 },
  )
})

it('leaves the background transparent, except for the plate under the logo', async () => {
  const style = { isTransparent: true, backgroundColor: '#abcdef' }
  const [withoutLogo, withLogo] = await Promise.all([
    createQrRenderer().render(aQrImageSpec(style)),
    createQrRenderer().render(aQrImageSpec({ ...style, logo })),
  ])

  expect(await pixelAt(withoutLogo, 5, 5)).toEqual([0, 0, 0, 0])
  expect(await pixelAt(withLogo, 5, 5)).toEqual([0, 0, 0, 0])
  // A code has 33 modules of 12 px. The plate begins at the thirteenth module, and half a module of it stays free
  // around the logo.
  const plate = (512 - 33 * 12) / 2 + 12 * 12
  expect(await pixelAt(withLogo, plate, plate)).toEqual([0xab, 0xcd, 0xef, 255])
  expect((await sharp(withoutLogo).stats()).isOpaque).toBe(false)
})

it('draws every module with the same whole number of pixels', async () => {
  const { data } = await sharp(await createQrRenderer().render(aQrImageSpec({ size: 500 })))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const firstDarkRow = data.subarray(data.indexOf(0), data.indexOf(0) + 500)

  // 25 modules and the quiet zone on 500 px give 15 px per module. The finder's upper edge has seven modules.
  expect(firstDarkRow.indexOf(255)).toBe(7 * 15)
  expect(new Set(data)).toEqual(new Set([0, 255]))
})

it('has an ETag that depends on everything that determines the image', () => {
  const one = aQrImageSpec()
  const others: Partial<QrImageSpec>[] = [
    { text: `${text}&x` },
    { color: '#000001' },
    { backgroundColor: '#fffffe' },
    { isTransparent: true },
    { logo },
    { logo: { ...logo, digest: 'other' } },
    { size: 513 },
    { format: 'svg' },
  ]

  expect(new Set([{}, ...others].map((overrides) => toEtag({ ...one, ...overrides }))).size).toBe(1 + others.length)
  expect(toEtag(aQrImageSpec())).toBe(toEtag(one))
  expect(toEtag(one)).toMatch(/^"[\w-]+"$/)
})

it('caches images within its limits', async () => {
  const renderer = createQrRenderer({ maxImageBytes: 20_000 })
  const drawn = await renderer.render(aQrImageSpec())
  expect(renderer.find(toEtag(aQrImageSpec()))).toBe(drawn)

  for (let size = 600; size < 610; size += 1) await renderer.render(aQrImageSpec({ size }))
  expect(renderer.find(toEtag(aQrImageSpec()))).toBeUndefined()
})

it('renders one image once for concurrent calls', async () => {
  const renderer = createQrRenderer()
  const images = await Promise.all(Array.from({ length: 40 }, () => renderer.render(aQrImageSpec({ size: 2_048, logo }))))

  expect(new Set(images).size).toBe(1)
  expect(await renderer.render(aQrImageSpec({ size: 2_048, logo }))).not.toBe(images[0])
})

it('renders large images one at a time, and rejects with TOO_MANY_REQUESTS when the queue is full', async () => {
  const renderer = createQrRenderer()
  const sizes = Array.from({ length: 30 }, (_none, nth) => 1_500 + nth)

  const large = Promise.allSettled(sizes.map((size) => renderer.render(aQrImageSpec({ size }))))
  // An image of the default size is not queued.
  await expect(renderer.render(aQrImageSpec())).resolves.toBeDefined()

  expect(listErrorCodes(await large)).toEqual(Array(5).fill('TOO_MANY_REQUESTS'))
})

it('renders large images of owners in turns', async () => {
  const renderer = createQrRenderer()
  const [busy, late] = ['busy', 'late'] as OrganizationId[]
  const ended: string[] = []
  const renderFor = async (owner: OrganizationId | undefined, size: number) => {
    await renderer.render(aQrImageSpec({ size }), owner)
    ended.push(String(owner))
  }
  const ofBusy = Promise.allSettled(Array.from({ length: 10 }, (_none, nth) => renderFor(busy, 1_500 + nth)))
  await renderFor(late, 1_600)

  expect(listErrorCodes(await ofBusy)).toEqual(['TOO_MANY_REQUESTS'])
  expect(ended.slice(0, 3)).toContain('late')
})

it('embeds a reduced copy of a photograph in an SVG', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const png = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#777777', noise } })
    .png()
    .toBuffer()
  const svg = await createQrRenderer().render(aQrImageSpec({ format: 'svg', logo: { digest: 'photograph', png } }))

  expect([png.length > 500_000, svg.length < 100_000]).toEqual([true, true])
  const embedded = /base64,([^"]+)"/.exec(svg.toString())?.[1] ?? ''
  expect(await sharp(Buffer.from(embedded, 'base64')).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
})
