import { create } from 'qrcode'

/** The empty border that a reader needs around a QR code, in modules. */
export const quietZone = 4

/** The squares of a QR code, without its quiet zone. */
export interface QrMatrix {
  /** Modules a side. */
  size: number
  isDark(x: number, y: number): boolean
  /** Where a logo lies: a square of modules in the middle that are left out. */
  plate: { start: number; size: number } | undefined
}

/** A plate of about a quarter of the side hides less than a tenth of the modules; correction level H restores three tenths. */
const plateShare = 0.24

/** Error correction is M (15 %), and H (30 %) where a logo hides a part. */
export function makeQrMatrix(text: string, { hasLogo }: { hasLogo: boolean }): QrMatrix {
  const { modules } = create(text, { errorCorrectionLevel: hasLogo ? 'H' : 'M' })
  const { size, data } = modules
  const plate = hasLogo ? plateOf(size) : undefined
  const isUnderPlate = (at: number) => plate !== undefined && at >= plate.start && at < plate.start + plate.size
  return { size, plate, isDark: (x, y) => data[y * size + x] === 1 && !(isUnderPlate(x) && isUnderPlate(y)) }
}

/** An odd number of modules, as the side of every QR code is, so that it lies in the middle and cuts no module. */
function plateOf(size: number): { start: number; size: number } {
  const side = 2 * Math.round(((size + 2 * quietZone) * plateShare - 1) / 2) + 1
  return { start: (size - side) / 2, size: side }
}
