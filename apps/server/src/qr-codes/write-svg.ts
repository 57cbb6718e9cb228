import type { QrColors } from './draw-pixels.ts'
import { type QrMatrix, quietZone } from './qr-matrix.ts'

/**
 * An SVG of `size` pixels per side, one unit per module. `logo` is a PNG. Colours are `#rrggbb`:
 * nothing needs escaping.
 */
export function writeSvg(matrix: QrMatrix, { color, backgroundColor, isTransparent }: QrColors, size: number, logo?: Buffer): string {
  const side = matrix.size + 2 * quietZone
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    isTransparent ? '' : `<path fill="${backgroundColor}" d="M0 0h${side}v${side}H0z"/>`,
    `<path stroke="${color}" d="${strokesOf(matrix)}"/>`,
    logo === undefined ? '' : logoOn(matrix, backgroundColor, logo),
    '</svg>',
  ].join('')
}

function logoOn({ plate }: QrMatrix, backgroundColor: string, logo: Buffer): string {
  if (plate === undefined) return ''
  const at = plate.start + quietZone
  const image = `x="${at + 0.5}" y="${at + 0.5}" width="${plate.size - 1}" height="${plate.size - 1}"`
  return (
    `<path fill="${backgroundColor}" d="M${at} ${at}h${plate.size}v${plate.size}h-${plate.size}z"/>` +
    `<image ${image} href="data:image/png;base64,${logo.toString('base64')}"/>`
  )
}

/** Returns one stroke per run of dark modules; within a row each starts relative to the end of the last one. */
function strokesOf({ size, isDark }: QrMatrix): string {
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
