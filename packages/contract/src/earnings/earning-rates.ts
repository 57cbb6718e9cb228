import * as mini from 'zod/mini'
import { currencyCode } from './currency.ts'
import { earningRatesMax } from './earnings-rules.ts'

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
      error: 'Give each currency one rate, and none to the currency of the estimate',
      path: ['rates'],
    }),
  )
