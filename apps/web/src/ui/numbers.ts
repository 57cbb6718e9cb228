const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** 12,345 */
export function showNumber(value: number): string {
  return whole.format(value)
}

/** 1.2K where room is narrow; numbers below a thousand stay whole. */
export function showShortNumber(value: number): string {
  return compact.format(value)
}

/** "1 click", "1,204 clicks". */
export function showCount(value: number, one: string, many = `${one}s`): string {
  return `${showNumber(value)} ${value === 1 ? one : many}`
}
