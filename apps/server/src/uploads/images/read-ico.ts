// Reads icon files (ICO), which the image library does not decode. An icon file is a list of pictures: each is a PNG,
// or a bitmap without its file header. Sizes and offsets are only used if they are within the file. The picture is
// returned as a PNG, which is then decoded like any other upload.
import { crc32, deflateSync } from 'node:zlib'

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const maxPictures = 64
const maxSide = 256
const headerBytes = 6
const entryBytes = 16
const bitmapHeaderBytes = 40

interface Entry {
  side: number
  bitsPerPixel: number
  bytes: Buffer
}

export function isIco(file: Buffer): boolean {
  return file.length > headerBytes + entryBytes && file.readUInt32LE(0) === 0x00_01_00_00 && file.readUInt16LE(4) > 0
}

/**
 * Returns one picture of an icon file as PNG: the smallest picture of at least `side` pixels, or else the largest.
 * Undefined if the file is damaged or of a rare kind.
 */
export function readIco(file: Buffer, side: number): Buffer | undefined {
  const rank = (entry: Entry) => (entry.side >= side ? entry.side : 2 * maxSide - entry.side)
  const entries = readEntries(file).sort((one, other) => rank(one) - rank(other) || other.bitsPerPixel - one.bitsPerPixel)
  for (const { bytes } of entries) {
    if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return bytes
    const png = bitmapToPng(bytes)
    if (png !== undefined) return png
  }
  return undefined
}

function readEntries(file: Buffer): Entry[] {
  const entries: Entry[] = []
  const count = Math.min(file.readUInt16LE(4), maxPictures, Math.floor((file.length - headerBytes) / entryBytes))
  for (let nth = 0; nth < count; nth += 1) {
    const at = headerBytes + nth * entryBytes
    const length = file.readUInt32LE(at + 8)
    const start = file.readUInt32LE(at + 12)
    if (length < bitmapHeaderBytes || start + length > file.length) continue
    // A side of 256 is stored as 0.
    entries.push({
      side: file.readUInt8(at) || maxSide,
      bitsPerPixel: file.readUInt16LE(at + 6),
      bytes: file.subarray(start, start + length),
    })
  }
  return entries
}

interface Bitmap {
  width: number
  height: number
  bitsPerPixel: number
  /**
   * Blue, green, red and an unused byte for each color. Empty if a pixel has more than 8 bits, because such a pixel
   * contains its own color.
   */
  palette: Buffer
  /**
   * The pixels' colors, or their indexes in the palette. Rows are stored from the bottom up, each padded to four bytes.
   */
  colors: Buffer
  colorRowBytes: number
  /**
   * One bit per pixel, stored in rows like `colors`. A set bit means a transparent pixel. Empty if the file has no
   * mask.
   */
  mask: Buffer
  maskRowBytes: number
}

/** Reads a bitmap of an icon file. Undefined if the bitmap is compressed, cut off or larger than an icon. */
function readBitmap(bytes: Buffer): Bitmap | undefined {
  const headerLength = bytes.readUInt32LE(0)
  const width = bytes.readInt32LE(4)
  // The stored height is the sum of the heights of colors and mask, which are equal.
  const height = bytes.readInt32LE(8) / 2
  const bitsPerPixel = bytes.readUInt16LE(14)
  const isUncompressed = bytes.readUInt32LE(16) === 0
  if (headerLength < bitmapHeaderBytes || !isUncompressed || ![1, 4, 8, 24, 32].includes(bitsPerPixel)) return undefined
  if (width < 1 || width > maxSide || height < 1 || height > maxSide || !Number.isInteger(height)) return undefined
  const colorCount = bitsPerPixel > 8 ? 0 : Math.min(bytes.readUInt32LE(32) || 2 ** bitsPerPixel, 2 ** bitsPerPixel)
  const colorsAt = headerLength + colorCount * 4
  const colorRowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4
  const maskRowBytes = Math.ceil(width / 32) * 4
  const maskAt = colorsAt + colorRowBytes * height
  if (maskAt > bytes.length) return undefined
  const mask = bytes.subarray(maskAt, maskAt + maskRowBytes * height)
  return {
    width,
    height,
    bitsPerPixel,
    palette: bytes.subarray(headerLength, colorsAt),
    colors: bytes.subarray(colorsAt, maskAt),
    colorRowBytes,
    mask: mask.length === maskRowBytes * height ? mask : Buffer.alloc(0),
    maskRowBytes,
  }
}

function bitmapToPng(bytes: Buffer): Buffer | undefined {
  const bitmap = readBitmap(bytes)
  if (bitmap === undefined) return undefined
  const { width, height } = bitmap
  // Old programs write 32-bit pictures in which the opacity is zero everywhere. The mask then decides which pixels are
  // transparent.
  const hasOpacity = bitmap.bitsPerPixel === 32 && bitmap.colors.some((byte, at) => at % 4 === 3 && byte > 0)
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 4) + 1 + x * 4
      const [red, green, blue, opacity] = pixelAt(bitmap, x, height - 1 - y)
      rows.set([red, green, blue, hasOpacity ? opacity : isMasked(bitmap, x, height - 1 - y) ? 0 : 255], at)
    }
  }
  return writePng(width, height, rows)
}

function pixelAt({ bitsPerPixel, colors, colorRowBytes, palette }: Bitmap, x: number, row: number): [number, number, number, number] {
  const rowAt = row * colorRowBytes
  if (bitsPerPixel >= 24) {
    const at = rowAt + (x * bitsPerPixel) / 8
    return [colors[at + 2] ?? 0, colors[at + 1] ?? 0, colors[at] ?? 0, bitsPerPixel === 32 ? (colors[at + 3] ?? 0) : 255]
  }
  const bit = x * bitsPerPixel
  const byte = colors[rowAt + Math.floor(bit / 8)] ?? 0
  const color = ((byte >> (8 - bitsPerPixel - (bit % 8))) & (2 ** bitsPerPixel - 1)) * 4
  return [palette[color + 2] ?? 0, palette[color + 1] ?? 0, palette[color] ?? 0, 255]
}

function isMasked({ mask, maskRowBytes }: Bitmap, x: number, row: number): boolean {
  return (((mask[row * maskRowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1
}

/**
 * Encodes pixels as PNG. `rows` has four bytes per pixel. Each row begins with a zero, which means that the row is not
 * filtered.
 */
function writePng(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8) // 8 bits each of red, green, blue and opacity
  return Buffer.concat([pngSignature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
