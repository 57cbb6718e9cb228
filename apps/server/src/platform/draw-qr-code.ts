import { create } from 'qrcode'

/**
 * Width of the empty border that a scanner needs around a QR code, in modules. A module is one of the small squares
 * that make up the code.
 */
const quietZone = 4

/** The modules of a QR code, without its quiet zone. */
interface QrMatrix {
  /** Modules per side. */
  size: number
  isDark(x: number, y: number): boolean
  /** The square in the middle that a logo covers, in modules. */
  plate: { start: number; size: number } | undefined
}

/**
 * Side of the plate, as a share of the code's side. At about a quarter, the plate covers less than 10 % of the modules,
 * and error correction H restores 30 %.
 */
const plateShare = 0.24

/** Returns the modules of a QR code. Error correction is M (15 %), or H (30 %) if a logo covers a part. */
export function createQrMatrix(text: string, { hasLogo }: { hasLogo: boolean }): QrMatrix {
  const { modules } = create(text, { errorCorrectionLevel: hasLogo ? 'H' : 'M' })
  const { size, data } = modules
  const plate = hasLogo ? placePlate(size) : undefined
  const isUnderPlate = (at: number) => plate !== undefined && at >= plate.start && at < plate.start + plate.size
  return { size, plate, isDark: (x, y) => data[y * size + x] === 1 && !(isUnderPlate(x) && isUnderPlate(y)) }
}

/**
 * Returns the position of the plate. Its side is an odd number of modules, like the side of every QR code, so that the
 * plate is centered on whole modules.
 */
function placePlate(size: number): { start: number; size: number } {
  const side = 2 * Math.round(((size + 2 * quietZone) * plateShare - 1) / 2) + 1
  return { start: (size - side) / 2, size: side }
}

export interface QrColors {
  /** `#rrggbb`. */
  color: string
  backgroundColor: string
  isTransparent: boolean
}

/** Positions in an image with `size` pixels per side. */
interface Layout {
  /** The first pixel of a module. */
  startOf(module: number): number
  /** The square for the logo. Half a module of the plate stays visible around it. */
  logoBox: { start: number; size: number } | undefined
}

/**
 * Returns where the modules and the logo are in an image. Every module has the same whole number of pixels, and
 * left-over pixels widen the quiet zone. If a module has less than one pixel, module sizes differ.
 */
export function layOut({ size: modules, plate }: QrMatrix, size: number): Layout {
  const exact = size / (modules + 2 * quietZone)
  const scale = exact >= 1 ? Math.floor(exact) : exact
  const start = Math.floor((size - modules * scale) / 2)
  const toFirstPixel = (module: number) => start + Math.round(module * scale)
  if (plate === undefined) return { startOf: toFirstPixel, logoBox: undefined }
  const inset = Math.ceil(scale / 2)
  const [from, until] = [toFirstPixel(plate.start) + inset, toFirstPixel(plate.start + plate.size) - inset]
  return { startOf: toFirstPixel, logoBox: { start: from, size: until - from } }
}

/**
 * Returns rows of pixels: red, green, blue and opacity, one byte each. If the background is transparent, only the plate
 * under the logo has the background color. `logo` has the same format, has the size of its box, and is opaque.
 */
export function drawPixels(matrix: QrMatrix, colors: QrColors, size: number, logo?: Buffer): Buffer {
  const layout = layOut(matrix, size)
  const rgba = Buffer.alloc(size * size * 4)
  const canvas = new Uint32Array(rgba.buffer, rgba.byteOffset, size * size)
  const [dark, background] = [toPixel(colors.color), toPixel(colors.backgroundColor)]
  if (!colors.isTransparent) canvas.fill(background)
  drawModules(matrix, layout, canvas, size, dark)
  if (matrix.plate !== undefined && colors.isTransparent) drawPlate(matrix.plate, layout, canvas, size, background)
  if (logo !== undefined && layout.logoBox !== undefined) drawLogo(logo, layout.logoBox, rgba, size)
  return rgba
}

/** Draws one row of pixels for each row of modules, and copies it. */
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

const byteOrder = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 'little' : 'big'

/** Returns the four bytes of an opaque pixel, as one number in the machine's byte order. */
function toPixel(color: string): number {
  const bytes = Buffer.from(`${color.slice(1)}ff`, 'hex')
  return byteOrder === 'little' ? bytes.readUInt32LE() : bytes.readUInt32BE()
}

/**
 * Returns an SVG with `size` pixels per side and one unit per module. `logo` is a PNG. Colors are `#rrggbb`, so nothing
 * needs escaping.
 */
export function toSvg(matrix: QrMatrix, { color, backgroundColor, isTransparent }: QrColors, size: number, logo?: Buffer): string {
  const side = matrix.size + 2 * quietZone
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    isTransparent ? '' : `<path fill="${backgroundColor}" d="M0 0h${side}v${side}H0z"/>`,
    `<path stroke="${color}" d="${toStrokes(matrix)}"/>`,
    logo === undefined ? '' : svgLogo(matrix, backgroundColor, logo),
    '</svg>',
  ].join('')
}

function svgLogo({ plate }: QrMatrix, backgroundColor: string, logo: Buffer): string {
  if (plate === undefined) return ''
  const at = plate.start + quietZone
  const image = `x="${at + 0.5}" y="${at + 0.5}" width="${plate.size - 1}" height="${plate.size - 1}"`
  return (
    `<path fill="${backgroundColor}" d="M${at} ${at}h${plate.size}v${plate.size}h-${plate.size}z"/>` +
    `<image ${image} href="data:image/png;base64,${logo.toString('base64')}"/>`
  )
}

/**
 * Returns an SVG path with one stroke for each run of dark modules. Within a row of modules, each stroke starts
 * relative to the end of the previous stroke.
 */
function toStrokes({ size, isDark }: QrMatrix): string {
  let strokes = ''
  for (let y = 0; y < size; y += 1) {
    let end = -1
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) continue
      const from = x
      while (x < size && isDark(x, y)) x += 1
      strokes += end === -1 ? `M${from + quietZone} ${y + quietZone + 0.5}` : `m${from - end} 0`
      strokes += `h${x - from}`
      end = x
    }
  }
  return strokes
}
