import { z } from 'zod'
import * as mini from 'zod/mini'
import { currencyCode } from '../earnings/earning-rates.ts'
import { countCurrencyDecimals } from '../money/money.ts'

export const priceMessages = {
  amount: 'Enter an amount such as 49.90',
  currency: 'Choose a currency',
  day: 'Enter the day on which you checked the price',
  laterDay: 'The day of the check can’t be in the future',
} as const

const amount = mini
  .string()
  .check(mini.trim(), mini.regex(/^\d{1,9}([.,]\d{1,4})?$/, { error: priceMessages.amount, abort: true }))
  .check(mini.refine((written) => Number(written.replace(',', '.')) > 0, { error: priceMessages.amount }))

/** The calendar day on which a price was checked, in the years 2000 to 2999. */
export const checkedDay = mini.iso.date({ error: priceMessages.day, abort: true }).check(mini.startsWith('2', { error: priceMessages.day }))

const written = mini.strictObject({ amount, currency: currencyCode, checked_on: mini.optional(checkedDay) })
const checked = mini.extend(written, { checked_on: checkedDay })

/**
 * Returns the price with as many decimal places as its currency has. An amount with more decimal places is rejected,
 * because rounding would change the price.
 */
function toPrice<Price extends { amount: string; currency: string }>(price: Price, payload: z.core.ParsePayload): Price {
  const [whole = '', digits = ''] = price.amount.split(/[.,]/)
  const decimals = countCurrencyDecimals(price.currency)
  const significant = digits.replace(/0+$/, '')
  if (significant.length > decimals) {
    const error = decimals === 0 ? `${price.currency} has no decimal places` : `${price.currency} has ${decimals} decimal places`
    payload.issues.push({ code: 'custom', message: error, path: ['amount'], input: price })
  }
  const fraction = decimals === 0 ? '' : `.${significant.padEnd(decimals, '0')}`
  return { ...price, amount: `${whole.replace(/^0+(?=\d)/, '')}${fraction}` }
}

/** A price as the owner enters it. If it has no day, it gets the day on which it is saved. */
export const priceDraft = mini.pipe(written, mini.transform(toPrice<mini.output<typeof written>>))

/** A price in an archive. */
export const checkedPrice = mini.pipe(checked, mini.transform(toPrice<mini.output<typeof checked>>))

/** The fields of a price in a form. If the amount is blank, there is no price. */
export const priceFields = mini.pipe(
  mini.strictObject({ amount: mini.string(), currency: mini.string(), checked_on: mini.string() }),
  mini.transform(({ checked_on, ...price }, payload) => {
    if (price.amount.trim() === '') return null
    if (price.currency === '') {
      payload.issues.push({ code: 'custom', message: priceMessages.currency, path: ['currency'], input: price })
      return null
    }
    const { data, error } = priceDraft.safeParse({ ...price, ...(checked_on !== '' && { checked_on }) })
    for (const { path, message } of error?.issues ?? []) payload.issues.push({ code: 'custom', message, path, input: price })
    return data ?? null
  }),
)

/** A stored price. */
export const productPrice = z.object({ amount: z.string(), currency: z.string(), checked_on: z.iso.date() })
