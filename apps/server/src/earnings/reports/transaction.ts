import type { EarningKind, EarningStatus, EarningsImport, EarningsRetailer } from '@linkshelf/contract'

/** One transaction from a report or a postback. Amounts are in minor units of the currency. */
export interface Transaction {
  /** Identifies the transaction. The key is equal in every report that contains the transaction. */
  key: string
  retailer: EarningsRetailer
  kind: EarningKind
  status: EarningStatus
  currency: string
  /**
   * The commission that counts as earned. Negative for a return. 0 if the whole transaction was reversed;
   * `reversedAmount` then contains the commission.
   */
  amount: number
  reversedAmount: number
  saleAmount: number
  quantity: number
  /** The number of shipped items according to an earnings report. Returns are not subtracted. */
  shippedQuantity: number
  /** The day in the retailer's calendar. */
  occurredOn: string
  occurredAt: string | null
  /** When the retailer last changed the transaction. Null if the report does not show it. */
  versionAt: string | null
  isDayOfShipment: boolean
  itemId: string | null
  itemName: string | null
  trackingId: string | null
  subId: string | null
  /** Whether the customer bought the product that the link leads to. Null if the report does not show it. */
  isDirect: boolean | null
}

/**
 * Splits a commission into the amount that counts as earned and the amount that was reversed. A negative commission is
 * a return.
 */
export function splitAmount(earned: number, status: EarningStatus): Pick<Transaction, 'amount' | 'reversedAmount'> {
  if (earned < 0) return { amount: earned, reversedAmount: -earned }
  return status === 'reversed' ? { amount: 0, reversedAmount: earned } : { amount: earned, reversedAmount: 0 }
}

type Totals = EarningsImport['totals'][number] & { currency: string }

/**
 * Returns the totals of transactions by currency. An order is not included in the sales until it is shipped and appears
 * in an earnings report.
 */
export function toMoneyTotals(transactions: readonly Transaction[]): Totals[] {
  const totalsByCurrency = new Map<string, Totals>()
  for (const { kind, currency, status, amount, reversedAmount, saleAmount } of transactions) {
    const total = totalsByCurrency.get(currency) ?? { currency, earned: 0, pending: 0, reversed: 0, sales: 0 }
    total.earned += amount
    if (status === 'pending') total.pending += amount
    total.reversed += reversedAmount
    if (kind !== 'order') total.sales += saleAmount
    totalsByCurrency.set(currency, total)
  }
  return [...totalsByCurrency.values()].toSorted((one, other) => other.earned - one.earned)
}
