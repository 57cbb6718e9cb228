import type { OrganizationId } from '@linkshelf/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listErrorCodes } from '../../../test/builders/builders.ts'
import { aDeepPng, aGifDeclaring, anAnimatedGif, anImage, aPngDeclaring } from '../../../test/builders/image-builder.ts'
import { encodeAvif, encodeImage } from './encode-image.ts'
import { type EncodeTask, encodeInChild } from './encode-in-child.ts'

const smallImage = await anImage().png().toBuffer()

async function encodeSizes(bytes: Buffer, purpose: 'picture' | 'icon' = 'picture'): Promise<string[] | undefined> {
  const files = await encodeImage(bytes, purpose, {})
  return files?.map(({ width, height }) => `${width}x${height}`)
}

describe('a picture', async () => {
  it.each([
    ['a PNG', await anImage({ width: 700, height: 350 }).png().toBuffer()],
    ['a PNG with 256 colors', await anImage({ width: 700, height: 350 }).png({ palette: true }).toBuffer()],
    ['a grey PNG', await anImage({ width: 700, height: 350 }).greyscale().png().toBuffer()],
    ['a JPEG', await anImage({ width: 700, height: 350 }).jpeg().toBuffer()],
    ['a CMYK JPEG', await anImage({ width: 700, height: 350 }).toColourspace('cmyk').jpeg().toBuffer()],
    ['a WebP', await anImage({ width: 700, height: 350 }).webp().toBuffer()],
    ['a GIF', await anImage({ width: 700, height: 350 }).gif().toBuffer()],
  ])('has a file for each width up to its own: %s', async (_type, bytes) => {
    const files = (await encodeImage(bytes, 'picture', {})) ?? []

    expect(files.map(({ width, height }) => [width, height])).toEqual([
      [160, 80],
      [320, 160],
      [640, 320],
      [700, 350],
    ])
    for (const { bytes: file, width, height } of files)
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', space: 'srgb', width, height })
  })

  it('is at most 1,280 pixels wide and 2,560 high', async () => {
    expect((await encodeSizes(await anImage({ width: 2_600, height: 1_300 }).jpeg().toBuffer()))?.at(-1)).toBe('1280x640')
    expect((await encodeSizes(await anImage({ width: 500, height: 5_000 }).jpeg().toBuffer()))?.at(-1)).toBe('256x2560')
    expect(await encodeSizes(await anImage({ width: 1_000, height: 1 }).png().toBuffer())).toEqual([
      '160x1',
      '320x1',
      '640x1',
      '960x1',
      '1000x1',
    ])
  })

  it('is turned upright and loses its metadata', async () => {
    const exif = { IFD0: { Make: 'Otter' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } }
    const photograph = anImage({ width: 60, height: 20 }).withExif(exif).jpeg().withMetadata({ orientation: 6 })
    const [file] = (await encodeImage(await photograph.toBuffer(), 'picture', {})) ?? []
    const stored = await sharp(file?.bytes).metadata()

    expect([stored.width, stored.height]).toEqual([20, 60])
    expect([stored.exif, stored.xmp, stored.iptc, stored.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('stays transparent where it is', async () => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000000' } })
    const [file] = (await encodeImage(await clear.png().toBuffer(), 'picture', {})) ?? []

    expect((await sharp(file?.bytes).raw().toBuffer())[3]).toBe(0)
  })

  it('is reduced to its first frame, without decoding the others', async () => {
    const gif = await anAnimatedGif(1_000, 100)

    expect((await encodeSizes(gif))?.at(-1)).toBe('1000x1000')
  })

  it('has AVIF files of the same sizes', async () => {
    const bytes = await anImage({ width: 400, height: 200 }).jpeg().toBuffer()
    const files = (await encodeAvif(bytes)) ?? []

    expect(files.map(({ width, height }) => `${width}x${height}`)).toEqual(await encodeSizes(bytes))
    for (const { bytes: file, width } of files)
      expect(await sharp(file).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width })
  })
})

it('makes square PNG files of an icon', async () => {
  const files = (await encodeImage(await anImage({ width: 700, height: 350 }).jpeg().toBuffer(), 'icon', {})) ?? []

  expect(files.map(({ width, height }) => [width, height])).toEqual([
    [32, 32],
    [180, 180],
  ])
  for (const { bytes, width } of files) expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width, height: width })
})

describe('the process that decodes', async () => {
  it('rejects a picture whose decoding takes more memory than the limit, and releases the memory', async () => {
    const task = { kind: 'logo', bytes: aDeepPng(4_000, 4_000), maxPixels: 16_000_000, side: 512, maxBytes: 500_000 } as const
    const before = process.memoryUsage.rss()

    expect(await encodeInChild({ ...task, maxMemoryBytes: 150_000_000 })).toBeUndefined()
    expect((await encodeInChild({ ...task, maxMemoryBytes: 1_000_000_000 }))?.length).toBe(1)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  it('is killed after the time limit', async () => {
    const task: EncodeTask = { kind: 'icon', sides: [32], bytes: smallImage, maxPixels: 16_000_000, maxMemoryBytes: 300_000_000 }

    expect(await encodeInChild(task, { maxProcessorMs: 1 })).toBeUndefined()
    expect(await encodeInChild(task)).toHaveLength(1)
  })

  it('is started for one picture at a time: when the queue is full, the next picture is rejected with TOO_MANY_REQUESTS', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => encodeImage(smallImage, 'icon', {})))

    expect(listErrorCodes(outcomes)).toEqual(Array(5).fill('TOO_MANY_REQUESTS'))
    await expect(encodeImage(smallImage, 'icon', {})).resolves.toBeDefined()
  })

  it('is started for owners in turns, and for a job however many pictures wait', async () => {
    const [busy, job, late] = ['busy', 'job', 'late'] as OrganizationId[]
    const ended: (string | undefined)[] = []
    const encodeFor = async (owner: OrganizationId | undefined, isJob = false) => {
      await encodeImage(smallImage, 'icon', { ...(owner && { owner }), isJob })
      ended.push(owner)
    }
    const ofBusy = Promise.allSettled(Array.from({ length: 10 }, () => encodeFor(busy)))
    const others = Promise.all([...Array.from({ length: 10 }, () => encodeFor(job, true)), encodeFor(late)])

    expect(listErrorCodes(await ofBusy)).toEqual(['TOO_MANY_REQUESTS'])
    await others
    expect(ended).toHaveLength(20)
    expect(ended.slice(0, 4)).toContain(late)
  })
})

describe('no picture', async () => {
  const flat = { create: { width: 5_000, height: 5_000, channels: 3, background: '#000000' } } as const
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

  it.each<[string, Buffer]>([
    ['a PNG that decodes to 25 million pixels', await sharp(flat).png({ compressionLevel: 9 }).toBuffer()],
    ['a PNG whose header declares 60,000 × 60,000 pixels', aPngDeclaring(60_000, 60_000)],
    ['a GIF whose header declares 65,535 × 65,535 pixels', aGifDeclaring(65_535, 65_535)],
    ['a WebP that decodes to 25 million pixels', await sharp(flat).webp({ lossless: true }).toBuffer()],
    ['a JPEG that decodes to 25 million pixels', await sharp(flat).jpeg({ quality: 1 }).toBuffer()],
    ['an animated GIF of 25 million pixels a frame', await anAnimatedGif(5_000, 3)],
    ['an animated GIF that is cut off in its first frame', (await anAnimatedGif(1_000, 50)).subarray(0, 700)],
    ['an SVG', Buffer.from(svg)],
    ['an SVG that begins with a byte order mark', Buffer.from(`\ufeff${svg}`)],
    ['HTML', Buffer.from('<!doctype html>')],
    ['no bytes', Buffer.alloc(0)],
    ['a PNG that is cut off', smallImage.subarray(0, smallImage.length / 2)],
    ['the first 12 bytes of a PNG', smallImage.subarray(0, 12)],
    ['a TIFF', await anImage().tiff().toBuffer()],
    ['an AVIF', await anImage().avif().toBuffer()],
  ])('is %s', async (_what, bytes) => {
    expect(await encodeImage(bytes, 'picture', {})).toBeUndefined()
  })
})
