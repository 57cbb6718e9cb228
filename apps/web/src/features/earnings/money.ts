import { currencyDecimals, formatMoney } from '@linkshelf/contract'

/** €1,204.50 */
export function showMoney(minorUnits: number, currency: string): string {
  return formatMoney(minorUnits, currency)
}

/** Earnings of one click are often less than one minor unit: €0.042. A dash without clicks. */
export function showPerClick(minorUnits: number | null, currency: string): string {
  return minorUnits === null ? '–' : formatMoney(minorUnits, currency, currencyDecimals(currency) + 1)
}

/** Returns a label for an axis: €1.2K. `major` is in units of the currency. */
export function showShortMoney(major: number, currency: string): string {
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(major)
}

/** Returns the amount in units of the currency, for charts. */
export function toMajorUnits(minorUnits: number, currency: string): number {
  return minorUnits / 10 ** currencyDecimals(currency)
}
