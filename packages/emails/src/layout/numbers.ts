import { formatMoney } from '@linkshelf/contract'

const number = new Intl.NumberFormat('en')
const list = new Intl.ListFormat('en')

/** An amount in minor units of the currency. */
export interface Amount {
  currency: string
  earned: number
}

/** Formats amounts of several currencies: `€12.40 and $3.00`. Returns a dash if there are none. */
export function formatAmounts(amounts: readonly Amount[]): string {
  return amounts.length === 0 ? '–' : list.format(amounts.map(({ currency, earned }) => formatMoney(earned, currency)))
}

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
