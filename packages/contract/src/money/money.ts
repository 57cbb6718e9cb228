import { findOwnValue } from '../own-value.ts'

/** Decimal places of ISO 4217 currencies whose minor unit is not a hundredth. */
const decimalsByCurrency: Readonly<Record<string, number>> = {
  ...mapDecimals('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0),
  ...mapDecimals('BHD IQD JOD KWD LYD OMR TND', 3),
  ...mapDecimals('CLF UYW', 4),
}

const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export function isCurrency(code: string): boolean {
  return known.has(code)
}

/** Returns the decimal places of a currency's minor unit: 2 for USD, 0 for JPY, 3 for KWD. */
export function countCurrencyDecimals(currency: string): number {
  return findOwnValue(decimalsByCurrency, currency) ?? 2
}

/**
 * Formats `1234` minor units of EUR as `€12.34`. For amounts below one minor unit, `decimals` can be higher than the
 * currency's own decimals.
 */
export function formatMoney(minorUnits: number, currency: string, decimals = countCurrencyDecimals(currency)): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(minorUnits / 10 ** countCurrencyDecimals(currency))
}

function mapDecimals(codes: string, decimals: number): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, decimals]))
}
