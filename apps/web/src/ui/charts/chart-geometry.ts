export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

/** The part of a bar's place that stays free. */
const gap = 0.2
const cornerPx = 3
const labelPx = 68
const tickCount = 4

/** Round values from zero to the maximum or a little above it, at equal distances: whole numbers, as clicks are. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(max, tickCount) / tickCount
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough && Number.isInteger(size)) ?? 10 * magnitude
  return Array.from({ length: Math.ceil(Math.max(max, tickCount) / step) + 1 }, (_, index) => index * step)
}

/** Every how many intervals there is room for a label. */
export function labelStep(count: number, widthPx: number): number {
  return Math.max(1, Math.ceil((count * labelPx) / Math.max(1, widthPx)))
}

/**
 * Bars with rounded tops, one for each part of the plot's height above zero; `narrowing` is their
 * share of the usual width.
 */
export function barsPath(parts: readonly number[], plot: Plot, narrowing = 1): string {
  const stepPx = plot.width / Math.max(1, parts.length)
  const barPx = Math.min(stepPx * (1 - gap), maxBarPx(parts.length)) * narrowing
  const bottom = plot.top + plot.height
  return parts
    .map((part, index) => {
      if (part <= 0) return ''
      const heightPx = Math.max(1, part * plot.height)
      const corner = Math.min(cornerPx, heightPx, barPx / 2)
      const left = plot.left + stepPx * (index + 0.5) - barPx / 2
      const [rise, across] = [heightPx - corner, barPx - 2 * corner].map(rounded)
      const arc = rounded(corner)
      return `M${rounded(left)} ${rounded(bottom)}v-${rise}q0-${arc} ${arc}-${arc}h${across}q${arc} 0 ${arc} ${arc}v${rise}z`
    })
    .join('')
}

/** A few bars may be wide. */
function maxBarPx(count: number): number {
  if (count <= 3) return 112
  return count <= 14 ? 48 : 26
}

function rounded(px: number): number {
  return Math.round(px * 100) / 100
}
