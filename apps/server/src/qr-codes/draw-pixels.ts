import { type QrMatrix, quietZone } from './qr-matrix.ts'

export interface QrColors {
  /** `#rrggbb`. */
  color: string
  backgroundColor: string
  isTransparent: boolean
}

/** Positions in an image of `size` pixels per side. */
export interface Layout {
  /** The pixel where a module begins. */
  startOf(module: number): number
  /** The square for the logo; half a module of the plate stays around it. */
  logoBox: { start: number; size: number } | undefined
}

/**
 * Every module has the same whole number of pixels, and left-over pixels widen the quiet zone. Below one pixel per
 * module, module sizes differ.
 */
export function layoutOf({ size: modules, plate }: QrMatrix, size: number): Layout {
  const exact = size / (modules + 2 * quietZone)
  const scale = exact >= 1 ? Math.floor(exact) : exact
  const start = Math.floor((size - modules * scale) / 2)
  const startOf = (module: number) => start + Math.round(module * scale)
  if (plate === undefined) return { startOf, logoBox: undefined }
  const inset = Math.ceil(scale / 2)
  const [from, until] = [startOf(plate.start) + inset, startOf(plate.start + plate.size) - inset]
  return { startOf, logoBox: { start: from, size: until - from } }
}

/**
 * Returns rows of pixels: red, green, blue and opacity, one byte each. With a transparent background only the plate
 * under the logo has the background color. `logo` has the same format, the size of its box, and is opaque.
 */
export function drawPixels(matrix: QrMatrix, colors: QrColors, size: number, logo?: Buffer): Buffer {
  const layout = layoutOf(matrix, size)
  const rgba = Buffer.alloc(size * size * 4)
  const canvas = new Uint32Array(rgba.buffer, rgba.byteOffset, size * size)
  const [dark, background] = [pixelOf(colors.color), pixelOf(colors.backgroundColor)]
  if (!colors.isTransparent) canvas.fill(background)
  drawModules(matrix, layout, canvas, size, dark)
  if (matrix.plate !== undefined && colors.isTransparent) drawPlate(matrix.plate, layout, canvas, size, background)
  if (logo !== undefined && layout.logoBox !== undefined) drawLogo(logo, layout.logoBox, rgba, size)
  return rgba
}

/** Draws one row of pixels per row of modules, and copies it. */
function drawModules(matrix: QrMatrix, { startOf }: Layout, canvas: Uint32Array, size: number, dark: number): void {
  for (let y = 0; y < matrix.size; y += 1) {
    const row = startOf(y) * size
    for (let x = 0; x < matrix.size; x += 1) {
      if (matrix.isDark(x, y)) canvas.fill(dark, row + startOf(x), row + startOf(x + 1))
    }
    for (let copy = row + size; copy < startOf(y + 1) * size; copy += size) canvas.copyWithin(copy, row, row + size)
  }
}

function drawPlate(
  plate: { start: number; size: number },
  { startOf }: Layout,
  canvas: Uint32Array,
  size: number,
  background: number,
): void {
  const [from, until] = [startOf(plate.start), startOf(plate.start + plate.size)]
  for (let y = from; y < until; y += 1) canvas.fill(background, y * size + from, y * size + until)
}

function drawLogo(logo: Buffer, box: { start: number; size: number }, onto: Buffer, size: number): void {
  const rowBytes = box.size * 4
  for (let y = 0; y < box.size; y += 1) logo.copy(onto, ((box.start + y) * size + box.start) * 4, y * rowBytes, (y + 1) * rowBytes)
}

const order = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 'little' : 'big'

/** The four bytes of an opaque pixel, read as one number in the machine's byte order. */
function pixelOf(color: string): number {
  const bytes = Buffer.from(`${color.slice(1)}ff`, 'hex')
  return order === 'little' ? bytes.readUInt32LE() : bytes.readUInt32BE()
}
