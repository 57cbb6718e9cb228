// Separate from the other earnings schemas, which no form uses, so that tabs with earnings load without the schema
// library.
import type { z } from 'zod'
import * as mini from 'zod/mini'
import { isCurrency } from '../money/money.ts'

const currencyMessage = 'Use the three letters of a currency, such as USD'

/** An ISO 4217 code. It is converted to upper case. */
export const currencyCode = mini
  .string({ error: currencyMessage })
  .check(mini.trim(), mini.toUpperCase(), mini.refine(isCurrency, { error: currencyMessage }))

const earningRatesMax = 50

const rateMessage = 'Enter a rate such as 0.92'

/** `rate` is the value of one unit of `currency` in the currency of the draft. */
const rate = mini.strictObject({
  currency: currencyCode,
  rate: mini.number({ error: rateMessage }).check(mini.positive({ error: rateMessage }), mini.maximum(1e6, { error: rateMessage })),
})

export const earningRatesDraft = mini
  .strictObject({ currency: currencyCode, rates: mini.array(rate).check(mini.maxLength(earningRatesMax)) })
  .check(
    mini.refine(({ currency: into, rates }) => new Set([into, ...rates.map((given) => given.currency)]).size === rates.length + 1, {
      error: 'Enter one rate for each currency, and no rate for the currency of the estimate',
      path: ['rates'],
    }),
  )

export type EarningRatesDraft = z.output<typeof earningRatesDraft>
