const number = new Intl.NumberFormat('en')

export function formatCount(count: number, noun: string): string {
  return `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Compares a number with the previous number: `12 more than`, `As many as`. */
export function formatChange(count: number, before: number): string {
  if (count === before) return 'As many as'
  return `${number.format(Math.abs(count - before))} ${count > before ? 'more' : 'fewer'} than`
}

/** Compares a number with the previous number, for a column: `+12`, `−3`, `±0`. */
export function formatDifference(count: number, before: number): string {
  if (count === before) return '±0'
  return `${count > before ? '+' : '−'}${number.format(Math.abs(count - before))}`
}
