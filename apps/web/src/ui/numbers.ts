const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })
const smallPercent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

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

/** What part is of the whole: 34%, 2.5%, and <0.1% for a part that is there but hardly; 0% of nothing. */
export function showPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole
  if (share > 0 && share < 0.001) return '<0.1%'
  return Math.abs(share) < 0.1 ? smallPercent.format(share) : percent.format(share)
}
