import { currencyDecimals, isCurrency } from '@linkshelf/contract'

export type DecimalMark = '.' | ','

/** The mark that separates decimals in a file: the one that some amount shows beyond doubt; the dot where none does. */
export function findDecimalMark(amounts: readonly string[]): DecimalMark {
  const score = (mark: DecimalMark) => amounts.filter((amount) => showsMark(amount, mark)).length
  return score(',') > score('.') ? ',' : '.'
}

/** Longer text is no amount, and the expressions below take quadratic time on it. */
const maxAmountLength = 64

/** `1.250,50`, `5,00` and `5,5` show a comma; `1,250` could be either. */
function showsMark(amount: string, mark: DecimalMark): boolean {
  if (amount.length > maxAmountLength) return false
  const digits = removeNonDigits(amount)
  const [own, other] = mark === ',' ? [',', '.'] : ['.', ',']
  if (digits.includes(own) && digits.includes(other)) return digits.lastIndexOf(own) > digits.lastIndexOf(other)
  const decimals = digits.split(own)
  return decimals.length === 2 && !digits.includes(other) && (decimals[1]?.length ?? 0) !== 3
}

/**
 * An amount as a plain decimal: `-1250.50`. A minus may be a sign or parentheses. Undefined for what is no
 * amount; a blank one is 0.
 */
export function readAmount(text: string, mark: DecimalMark): string | undefined {
  if (text.trim() === '') return '0'
  if (text.length > maxAmountLength) return undefined
  const digits = removeNonDigits(text)
  const letters = text.replace(/[\d.,\s'’+\-−–()\p{Sc}]/gu, '')
  if (!/\d/.test(digits) || letters.length > 4) return undefined
  const plain = digits.replaceAll(mark === '.' ? ',' : '.', '').replace(mark, '.')
  if (!/^\d{0,12}(\.\d{0,12})?$/.test(plain)) return undefined
  const isNegative = /[-−–]/.test(text) || /^\s*\(.*\)\s*$/.test(text)
  const [whole = '', decimals = ''] = plain.split('.')
  const value = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`
  return isNegative && /[1-9]/.test(value) ? `-${value}` : value
}

/** Returns minor units, with halves rounded away from zero. */
export function toMinorUnits(decimal: string, currency: string): number {
  const digits = currencyDecimals(currency)
  const [whole = '0', decimals = ''] = decimal.replace('-', '').split('.')
  const rounded = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`) + (Number(decimals[digits] ?? 0) >= 5 ? 1 : 0)
  return decimal.startsWith('-') && rounded !== 0 ? -rounded : rounded
}

/** `isCertain` is false for a sign that several currencies share. */
export interface ReadCurrency {
  code: string
  isCertain: boolean
}

const signs: readonly (readonly [sign: string, code: string, isCertain: boolean])[] = [
  ['US$', 'USD', true],
  ['US $', 'USD', true],
  ['CDN$', 'CAD', true],
  ['CA$', 'CAD', true],
  ['C$', 'CAD', true],
  ['AU$', 'AUD', true],
  ['A$', 'AUD', true],
  ['MX$', 'MXN', true],
  ['S$', 'SGD', true],
  ['R$', 'BRL', true],
  ['€', 'EUR', true],
  ['£', 'GBP', true],
  ['₹', 'INR', true],
  ['₺', 'TRY', true],
  ['zł', 'PLN', true],
  ['円', 'JPY', true],
  ['$', 'USD', false],
  ['¥', 'JPY', false],
  ['￥', 'JPY', false],
  ['kr', 'SEK', false],
]

/** The currency that a heading such as `Ad Fees($)` or an amount such as `5,00 EUR` names. */
export function readCurrency(text: string): ReadCurrency | undefined {
  const code = /(?<![\p{L}])[A-Z]{3}(?![\p{L}])/u.exec(text)?.[0]
  if (code !== undefined && isCurrency(code)) return { code, isCertain: true }
  const sign = signs.find(([written]) => text.includes(written))
  return sign && { code: sign[1], isCertain: sign[2] }
}

function removeNonDigits(amount: string): string {
  return amount.replace(/[^\d.,]/g, '').replace(/[.,]+$/, '')
}
