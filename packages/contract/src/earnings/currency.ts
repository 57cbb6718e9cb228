import * as mini from 'zod/mini'
import { isCurrency } from './money.ts'

const currencyMessage = 'Use the three letters of a currency, such as USD'

/** An ISO 4217 code, in upper case however it was written. */
export const currencyCode = mini
  .string({ error: currencyMessage })
  .check(mini.trim(), mini.toUpperCase(), mini.refine(isCurrency, { error: currencyMessage }))
