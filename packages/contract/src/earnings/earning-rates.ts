// Apart from the other schemas of earnings, which no form uses: tabs with earnings load without the library of schemas.
import type { z } from 'zod'
import * as mini from 'zod/mini'
import { isCurrency } from '../money/money.ts'

const currencyMessage = 'Use the three letters of a currency, such as USD'

/** An ISO 4217 code, in upper case however it was written. */
export const currencyCode = mini
  .string({ error: currencyMessage })
  .check(mini.trim(), mini.toUpperCase(), mini.refine(isCurrency, { error: currencyMessage }))

/** The most rates of a project. */
const earningRatesMax = 50

const rateMessage = 'Enter a rate such as 0.92'

/** `rate`: how much one unit of the currency is worth in the other. */
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
