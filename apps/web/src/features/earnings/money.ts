import { countCurrencyDecimals, type EarningsTotals, formatMoney } from '@linkshelf/contract'

/**
 * Formats earnings per click with one more decimal than the currency has, because they are often less than one minor
 * unit: €0.042. Returns a dash if there are no clicks.
 */
export function formatPerClick(minorUnits: number | null, currency: string): string {
  return minorUnits === null ? '–' : formatMoney(minorUnits, currency, countCurrencyDecimals(currency) + 1)
}

/** Returns the conversions in all currencies. Unlike amounts, conversions of different currencies can be added. */
export function sumConversions(totals: readonly Pick<EarningsTotals, 'conversions'>[]): number {
  return totals.reduce((sum, { conversions }) => sum + conversions, 0)
}

/** Returns the amount in units of the currency, for charts. */
export function toMajorUnits(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** countCurrencyDecimals(currency)
}

/**
 * Formats an amount of a chart, which is in units of the currency: €1,204.50, or €1.2K on an axis. The amount can be a
 * sum, so it is rounded to minor units.
 */
export function formatMajorUnits(major: number, currency: string, isShort: boolean): string {
  if (!isShort) return formatMoney(Math.round(major / toMajorUnits(1, currency)), currency)
  const format = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 } as const
  return new Intl.NumberFormat('en', format).format(major)
}
