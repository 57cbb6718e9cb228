/** The number of colors of the map. */
export const mapSteps = 5

/** The fewest and the most clicks of a country on the map. */
export interface ClickRange {
  min: number
  max: number
}

/** Undefined without rows. */
export function clickRange(rows: readonly { clicks: number }[]): ClickRange | undefined {
  const clicks = rows.map((row) => row.clicks)
  return clicks.length === 0 ? undefined : { min: Math.min(...clicks), max: Math.max(...clicks) }
}

/**
 * The color of a country, 1 to `mapSteps`, on a logarithmic scale: clicks of countries differ by orders of magnitude.
 */
export function mapStep(clicks: number, { min, max }: ClickRange): number {
  if (min === max) return mapSteps
  return Math.min(mapSteps, 1 + Math.floor((Math.log(clicks / min) / Math.log(max / min)) * mapSteps))
}
