const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const smallPercent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** Returns "12,345". */
export function formatNumber(value: number): string {
  return whole.format(value)
}

/** Returns a compact number, such as 1.2K; numbers below a thousand are not shortened. */
export function formatShortNumber(value: number): string {
  return compact.format(value)
}

/** Returns "1.2K" if `isShort` is true, otherwise "1,240". */
export function formatValue(value: number, isShort: boolean): string {
  return isShort ? formatShortNumber(value) : formatNumber(value)
}

/** Returns "1 click" or "1,204 clicks". */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}

const firstNames = 4

/** Returns "Lamps, Chairs, Tables, Beds and 7 more". */
export function formatFirstNames(names: readonly string[]): string {
  const more = names.length - firstNames
  return more <= 0 ? names.join(', ') : `${names.slice(0, firstNames).join(', ')} and ${formatNumber(more)} more`
}

/**
 * Returns a percentage: "34%", or "2.5%" if it is below ten percent. Returns "<0.1%" for a share between 0 and 0.1%. If
 * the whole is zero, returns "0%".
 */
export function formatPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  if (share > 0 && share < 0.001) return '<0.1%'
  return Math.abs(share) < 0.1 ? smallPercent.format(share) : percent.format(share)
}
