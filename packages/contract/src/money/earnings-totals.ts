import { z } from 'zod'

/** Minor units of the currency. */
const minorUnits = z.number().int()
export const currency = z.string()
export const amount = z.object({ currency, earned: minorUnits })

/** Earnings for each click, in minor units; null without clicks. */
export const perClick = z.number().nullable()

/** Amounts of one currency; currencies are never added up. */
export const earningsTotals = amount.extend({
  /** `earned` is pending and approved together; returns are subtracted. */
  pending: minorUnits,
  approved: minorUnits,
  /** Earnings that the retailer took back. */
  reversed: minorUnits,
  /** The amount that customers paid. */
  sales: minorUnits,
  /** Sales and bounties that were not reversed. */
  conversions: z.number().int(),
  /**
   * These three add up to `earned`: joined to a link by the id of the click, joined by tag, product
   * and day, and not joined.
   */
  by_click: minorUnits,
  by_estimate: minorUnits,
  unassigned: minorUnits,
  epc: perClick,
})

export type EarningsTotals = z.infer<typeof earningsTotals>
