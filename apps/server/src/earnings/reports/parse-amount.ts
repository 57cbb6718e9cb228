import { countCurrencyDecimals, isCurrency } from '@linkshelf/contract'

export type DecimalMark = '.' | ','

/**
 * Returns the decimal mark that most of a file's amounts show. Ignores amounts that are valid with both marks, for
 * example `1,250`. If neither mark is more frequent, returns the dot.
 */
export function findDecimalMark(amounts: readonly string[]): DecimalMark {
  const countAmountsWithMark = (mark: DecimalMark) => amounts.filter((amount) => hasDecimalMark(amount, mark)).length
  return countAmountsWithMark(',') > countAmountsWithMark('.') ? ',' : '.'
}

/** Longer text is not an amount. The regular expressions below take quadratic time on long text. */
const maxAmountLength = 64

/**
 * Returns whether an amount shows that `mark` is its decimal mark. For example, `1.250,50`, `5,00` and `5,5` show the
 * comma. `1,250` shows neither mark.
 */
function hasDecimalMark(amount: string, mark: DecimalMark): boolean {
  if (amount.length > maxAmountLength) return false
  const digits = removeNonDigits(amount)
  const [own, other] = mark === ',' ? [',', '.'] : ['.', ',']
  if (digits.includes(own) && digits.includes(other)) return digits.lastIndexOf(own) > digits.lastIndexOf(other)
  const decimals = digits.split(own)
  return decimals.length === 2 && !digits.includes(other) && (decimals[1]?.length ?? 0) !== 3
}

/**
 * Returns an amount as a plain decimal, for example `-1250.50`. A negative amount has a minus sign or parentheses. A
 * blank text is 0. Undefined if the text is not an amount.
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

/** Returns the amount in the currency's minor units, with halves rounded away from zero. */
export function toMinorUnits(decimal: string, currency: string): number {
  const digits = countCurrencyDecimals(currency)
  const [whole = '0', decimals = ''] = decimal.replace('-', '').split('.')
  const rounded = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`) + (Number(decimals[digits] ?? 0) >= 5 ? 1 : 0)
  return decimal.startsWith('-') && rounded !== 0 ? -rounded : rounded
}

/** A currency that was found in a text. `isCertain` is false if several currencies share the sign. */
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

/** Finds the currency in a heading such as `Ad Fees($)` or in an amount such as `5,00 EUR`. */
export function readCurrency(text: string): ReadCurrency | undefined {
  const code = /(?<![\p{L}])[A-Z]{3}(?![\p{L}])/u.exec(text)?.[0]
  if (code !== undefined && isCurrency(code)) return { code, isCertain: true }
  const sign = signs.find(([written]) => text.includes(written))
  return sign && { code: sign[1], isCertain: sign[2] }
}

function removeNonDigits(amount: string): string {
  return amount.replace(/[^\d.,]/g, '').replace(/[.,]+$/, '')
}
