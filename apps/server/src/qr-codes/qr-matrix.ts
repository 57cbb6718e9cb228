import { create } from 'qrcode'

/** The empty border that a scanner needs around a QR code, in modules. */
export const quietZone = 4

/** The modules of a QR code, without its quiet zone. */
export interface QrMatrix {
  /** Modules per side. */
  size: number
  isDark(x: number, y: number): boolean
  /** The square of modules in the middle that a logo covers. */
  plate: { start: number; size: number } | undefined
}

/** A plate of about a quarter of the side covers less than 10 % of the modules; error correction H restores 30 %. */
const plateShare = 0.24

/** Error correction is M (15 %), and H (30 %) where a logo covers a part. */
export function createQrMatrix(text: string, { hasLogo }: { hasLogo: boolean }): QrMatrix {
  const { modules } = create(text, { errorCorrectionLevel: hasLogo ? 'H' : 'M' })
  const { size, data } = modules
  const plate = hasLogo ? plateOf(size) : undefined
  const isUnderPlate = (at: number) => plate !== undefined && at >= plate.start && at < plate.start + plate.size
  return { size, plate, isDark: (x, y) => data[y * size + x] === 1 && !(isUnderPlate(x) && isUnderPlate(y)) }
}

/** An odd number of modules, like the side of every QR code, so that the plate is centered on whole modules. */
function plateOf(size: number): { start: number; size: number } {
  const side = 2 * Math.round(((size + 2 * quietZone) * plateShare - 1) / 2) + 1
  return { start: (size - side) / 2, size: side }
}
