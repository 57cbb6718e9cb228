import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aBitmap, anIco, anImage } from '../../../test/builders/image-builder.ts'
import { isIco, readIco } from './read-ico.ts'

/** Returns red, green, blue and opacity of each pixel, from the top left. */
async function readPixels(file: Buffer, side = 64): Promise<number[][]> {
  const bytes = await sharp(readIco(file, side)).ensureAlpha().raw().toBuffer()
  return Array.from({ length: bytes.length / 4 }, (_, at) => [...bytes.subarray(at * 4, at * 4 + 4)])
}

const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
/** Bitmaps store a color in the order blue, green, red. */
const [b, g, r] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as [number[], number[], number[]]
const palette = [...b, 0, ...g, 0]
const noMask = [0, 0, 0, 0, 0, 0, 0, 0]

it.each([
  ['1 bit', aBitmap(2, 2, 1, { palette, colors: [0b01_000000, 0, 0, 0, 0b10_000000, 0, 0, 0], mask: noMask }), [green, blue, blue, green]],
  ['4 bits', aBitmap(2, 2, 4, { palette, colors: [0x01, 0, 0, 0, 0x10, 0, 0, 0], mask: noMask }), [green, blue, blue, green]],
  ['8 bits', aBitmap(2, 2, 8, { palette, colors: [0, 1, 0, 0, 1, 0, 0, 0], mask: noMask }), [green, blue, blue, green]],
  [
    '24 bits with a mask',
    aBitmap(2, 2, 24, { colors: [...b, ...g, 0, 0, ...r, ...b, 0, 0], mask: [0b01_000000, 0, 0, 0, 0, 0, 0, 0] }),
    [red, blue, blue, [0, 255, 0, 0]],
  ],
  [
    '32 bits',
    aBitmap(2, 2, 32, { colors: [...b, 255, ...g, 0, ...r, 128, ...b, 255], mask: noMask }),
    [[255, 0, 0, 128], blue, blue, [0, 255, 0, 0]],
  ],
  [
    '32 bits without opacity',
    aBitmap(2, 2, 32, { colors: [...b, 0, ...g, 0, ...r, 0, ...b, 0], mask: [0b01_000000, 0, 0, 0, 0, 0, 0, 0] }),
    [red, blue, blue, [0, 255, 0, 0]],
  ],
])('reads a bitmap of %s', async (_kind, bytes, pixels) => {
  expect(await readPixels(anIco({ side: 2, bytes }))).toEqual(pixels)
})

it('reads the smallest picture that is large enough, or else the largest, with the most colors', async () => {
  const ofSide = async (side: number) => ({
    side,
    bytes: await anImage({ width: side, height: side }).png().toBuffer(),
  })
  const [small, middle, large] = [await ofSide(16), await ofSide(96), await ofSide(256)]
  const readWidth = async (file: Buffer) => (await sharp(readIco(file, 64)).metadata()).width

  expect(await readWidth(anIco(small, large, middle))).toBe(96)
  expect(await readWidth(anIco(small, { ...(await ofSide(32)), side: 32 }))).toBe(32)
  const poor = { side: 2, bitsPerPixel: 1, bytes: aBitmap(2, 1, 1, { palette, colors: [0, 0, 0, 0], mask: [0, 0, 0, 0] }) }
  const rich = { side: 2, bytes: aBitmap(2, 1, 32, { colors: [...r, 255, ...r, 255], mask: [] }) }
  expect(await readPixels(anIco(poor, rich))).toEqual([red, red])
})

it('reads nothing outside the file, and finds no picture in cut, huge, compressed or invented files', () => {
  const bytes = aBitmap(2, 2, 24, { colors: [...b, ...g, 0, 0, ...r, ...b, 0, 0], mask: noMask })
  const whole = anIco({ side: 2, bytes })
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(whole)
    copy.writeUInt32LE(value, at)
    return copy
  }
  const bitmapAt = 22

  for (let length = 23; length < whole.length - noMask.length; length += 1) expect(readIco(whole.subarray(0, length), 64)).toBeUndefined()
  expect(readIco(changed(18, 0xffff_ffff), 64)).toBeUndefined() // offset of the picture
  expect(readIco(changed(bitmapAt, 0xffff_ffff), 64)).toBeUndefined() // length of the picture's header
  expect(readIco(changed(bitmapAt + 4, 0x7fff_ffff), 64)).toBeUndefined() // width
  expect(readIco(changed(bitmapAt + 8, 0x8000_0000), 64)).toBeUndefined() // height
  expect(readIco(changed(bitmapAt + 16, 1), 64)).toBeUndefined() // compression
  expect(isIco(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(false)
  expect(isIco(whole)).toBe(true)
})
