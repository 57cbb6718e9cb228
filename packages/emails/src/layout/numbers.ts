const number = new Intl.NumberFormat('en')

export function formatCount(count: number, noun: string): string {
  return `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** How a number compares with the one before: `12 more than`, `as many as`. */
export function formatChange(count: number, before: number): string {
  if (count === before) return 'As many as'
  return `${number.format(Math.abs(count - before))} ${count > before ? 'more' : 'fewer'} than`
}

/** The same in a column: `+12`, `−3`, `±0`. */
export function formatDifference(count: number, before: number): string {
  if (count === before) return '±0'
  return `${count > before ? '+' : '−'}${number.format(Math.abs(count - before))}`
}
