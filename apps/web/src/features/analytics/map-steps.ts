/** How many tints tell many clicks from few. */
export const mapSteps = 5

/** The fewest and the most clicks that a country on the map has. */
export interface ClickSpread {
  least: number
  most: number
}

/** Nothing when no country has any. */
export function clickSpread(rows: readonly { clicks: number }[]): ClickSpread | undefined {
  const clicks = rows.map((row) => row.clicks)
  return clicks.length === 0 ? undefined : { least: Math.min(...clicks), most: Math.max(...clicks) }
}

/** The tint of a country, 1 to `mapSteps`. Each begins at as many times the clicks of the one before: countries lie decades apart. */
export function mapStep(clicks: number, { least, most }: ClickSpread): number {
  if (least === most) return mapSteps
  return Math.min(mapSteps, 1 + Math.floor((Math.log(clicks / least) / Math.log(most / least)) * mapSteps))
}
