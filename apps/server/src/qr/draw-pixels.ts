import { type QrMatrix, quietZone } from './qr-matrix.ts'

export interface QrColors {
  /** `#rrggbb`. */
  color: string
  backgroundColor: string
  isTransparent: boolean
}

/** Where things lie in a picture of `size` pixels a side. */
export interface Layout {
  /** The pixel where the module of this number begins. */
  edge(module: number): number
  /** The square that a logo may fill; half a module of the plate stays around it. */
  logoBox: { start: number; size: number } | undefined
}

/** Every module is a whole number of pixels, and what is left over widens the quiet zone; where not even one pixel is left for each, they vary. */
export function layOut({ size: modules, plate }: QrMatrix, size: number): Layout {
  const exact = size / (modules + 2 * quietZone)
  const scale = exact >= 1 ? Math.floor(exact) : exact
  const start = Math.floor((size - modules * scale) / 2)
  const edge = (module: number) => start + Math.round(module * scale)
  if (plate === undefined) return { edge, logoBox: undefined }
  const inset = Math.ceil(scale / 2)
  const [from, until] = [edge(plate.start) + inset, edge(plate.start + plate.size) - inset]
  return { edge, logoBox: { start: from, size: until - from } }
}

/**
 * Gives back rows of pixels: red, green, blue and opacity, a byte each. With a transparent background only the plate under the logo has the
 * background's colour. `logo` has the same form, fills its box, and is opaque.
 */
export function drawPixels(matrix: QrMatrix, colors: QrColors, size: number, logo?: Buffer): Buffer {
  const layout = layOut(matrix, size)
  const rgba = Buffer.alloc(size * size * 4)
  const canvas = new Uint32Array(rgba.buffer, rgba.byteOffset, size * size)
  const [dark, plain] = [pixelOf(colors.color), pixelOf(colors.backgroundColor)]
  if (!colors.isTransparent) canvas.fill(plain)
  drawModules(matrix, layout, canvas, size, dark)
  if (matrix.plate !== undefined && colors.isTransparent) drawPlate(matrix.plate, layout, canvas, size, plain)
  if (logo !== undefined && layout.logoBox !== undefined) layLogo(logo, layout.logoBox, rgba, size)
  return rgba
}

/** One row of pixels a row of modules, which the others are copies of. */
function drawModules(matrix: QrMatrix, { edge }: Layout, canvas: Uint32Array, size: number, dark: number): void {
  for (let y = 0; y < matrix.size; y += 1) {
    const row = edge(y) * size
    for (let x = 0; x < matrix.size; x += 1) {
      if (matrix.isDark(x, y)) canvas.fill(dark, row + edge(x), row + edge(x + 1))
    }
    for (let copy = row + size; copy < edge(y + 1) * size; copy += size) canvas.copyWithin(copy, row, row + size)
  }
}

function drawPlate(plate: { start: number; size: number }, { edge }: Layout, canvas: Uint32Array, size: number, plain: number): void {
  const [from, until] = [edge(plate.start), edge(plate.start + plate.size)]
  for (let y = from; y < until; y += 1) canvas.fill(plain, y * size + from, y * size + until)
}

function layLogo(logo: Buffer, box: { start: number; size: number }, onto: Buffer, size: number): void {
  const rowBytes = box.size * 4
  for (let y = 0; y < box.size; y += 1) logo.copy(onto, ((box.start + y) * size + box.start) * 4, y * rowBytes, (y + 1) * rowBytes)
}

const order = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 'little' : 'big'

/** An opaque colour as the four bytes of a pixel are read as one number. */
function pixelOf(color: string): number {
  const bytes = Buffer.from(`${color.slice(1)}ff`, 'hex')
  return order === 'little' ? bytes.readUInt32LE() : bytes.readUInt32BE()
}
