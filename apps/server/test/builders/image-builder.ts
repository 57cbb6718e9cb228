import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** An image of random pixels; the caller chooses its format. */
export function anImage({ width = 40, height = 40 } = {}): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#777777', noise } })
}

export function toDataUrl(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** A PNG whose header declares this size, followed by only a few bytes of image data. */
export function aPngDeclaring(width: number, height: number): Buffer {
  const head = Buffer.concat([toBigEndian(width, height), Buffer.from([8, 2, 0, 0, 0])])
  const chunks = [toChunk('IHDR', head), toChunk('IDAT', deflateSync(Buffer.alloc(1_000))), toChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/**
 * A PNG with 16 bits per channel and interlacing, so that a decoder holds all of it in memory: eight bytes for each
 * pixel. All bytes are zero.
 */
export function aDeepPng(width: number, height: number): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const countPassBytes = ([x, y, right, down]: (typeof passes)[number]) =>
    (Math.ceil((width - x) / right) * 8 + 1) * Math.ceil((height - y) / down)
  const decodedBytes = Buffer.alloc(passes.map(countPassBytes).reduce((sum, bytes) => sum + bytes))
  const head = Buffer.concat([toBigEndian(width, height), Buffer.from([16, 6, 0, 0, 1])])
  const chunks = [toChunk('IHDR', head), toChunk('IDAT', deflateSync(decodedBytes)), toChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** An animated GIF of `frames` equal square frames. */
export async function anAnimatedGif(side: number, frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: side, height: side, channels: 3, background: '#0d9488' } })
    .gif()
    .toBuffer()
  // The byte at index 10 states the length of the color table, which has three bytes for each color. The last byte of
  // the file is the trailer.
  const frameAt = 13 + 3 * 2 ** (((still[10] ?? 0) & 7) + 1)
  const frame = still.subarray(frameAt, -1)
  return Buffer.concat([still.subarray(0, frameAt), ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

/**
 * An icon file. Each picture is a PNG or a bitmap from `aBitmap`. `side` is the size that the file states for the
 * picture.
 */
export function anIco(...pictures: { side: number; bitsPerPixel?: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + pictures.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [nth, { side, bitsPerPixel = 32, bytes }] of pictures.entries()) {
    const entry = 6 + nth * 16
    head.set([side % 256, side % 256], entry)
    head.writeUInt16LE(bitsPerPixel, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

/**
 * A bitmap for an icon file. The rows of `colors` and `mask` go from bottom to top, each padded to a multiple of four
 * bytes, as the file format has them.
 */
export function aBitmap(
  width: number,
  height: number,
  bitsPerPixel: number,
  { palette = [], colors, mask }: { palette?: number[]; colors: number[]; mask: number[] },
): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(width, 4)
  head.writeInt32LE(height * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(bitsPerPixel, 14)
  head.writeUInt32LE(palette.length / 4, 32)
  return Buffer.concat([head, Buffer.from([...palette, ...colors, ...mask])])
}

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([toBigEndian(data.length), named, toBigEndian(crc32(named))])
}

function toBigEndian(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

export function aGifDeclaring(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 1, 0, 0x3b])])
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]), frame])
}
