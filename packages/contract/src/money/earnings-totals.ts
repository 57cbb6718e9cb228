import { z } from 'zod'

/** Minor units of the currency. */
const minorUnits = z.number().int()
export const currency = z.string()
export const amount = z.object({ currency, earned: minorUnits })

/** Earnings per click, in minor units. Only days with clicks are used. Null if there are no clicks. */
export const perClick = z.number().nullable()

/** Amounts of one currency. Amounts of different currencies are never added up. */
export const earningsTotals = amount.extend({
  /** `earned` is the sum of `pending` and `approved`. Returns are subtracted. */
  pending: minorUnits,
  approved: minorUnits,
  /** Earnings that the retailer took back. */
  reversed: minorUnits,
  /** The amount that customers paid. */
  sales: minorUnits,
  /** Sales and bounties that were not reversed. */
  conversions: z.number().int(),
  /**
   * Parts of `earned`: sales that are matched to a link by click id, sales that are matched by tag, product and day,
   * sales that are older than the clicks and matched by tag and product, and sales without a link.
   */
  by_click: minorUnits,
  by_estimate: minorUnits,
  by_product: minorUnits,
  unassigned: minorUnits,
  epc: perClick,
})

export type EarningsTotals = z.infer<typeof earningsTotals>
