import type { EarningKind, EarningStatus, EarningsImport, EarningsRetailer } from '@linkshelf/contract'

/** One transaction as a report or a postback states it. Amounts are minor units of the currency. */
export interface Transaction {
  /** The same for the same transaction in every report. */
  key: string
  retailer: EarningsRetailer
  kind: EarningKind
  status: EarningStatus
  currency: string
  /** The amount that counts: below zero for a return, zero for a transaction that was reversed as a whole. */
  amount: number
  /** The amount that was taken back. */
  reversedAmount: number
  saleAmount: number
  quantity: number
  /** The items that a report of earnings says were shipped; returns are not subtracted. */
  shippedQuantity: number
  /** The retailer's calendar day. */
  occurredOn: string
  occurredAt: string | null
  /** When the retailer changed it last; null where the report does not say. */
  versionAt: string | null
  isDayOfShipment: boolean
  itemId: string | null
  itemName: string | null
  trackingId: string | null
  subId: string | null
  /** Whether the customer bought what the link leads to; null where the report does not say. */
  isDirect: boolean | null
}

/** Splits an amount into the part that counts and the part that was taken back. */
export function splitAmount(earned: number, status: EarningStatus): Pick<Transaction, 'amount' | 'reversedAmount'> {
  if (earned < 0) return { amount: earned, reversedAmount: -earned }
  return status === 'reversed' ? { amount: 0, reversedAmount: earned } : { amount: earned, reversedAmount: 0 }
}

type Totals = EarningsImport['totals'][number] & { currency: string }

/**
 * Returns the sums of transactions by currency, never across currencies. Orders earn nothing, and are no sales yet:
 * a report of earnings has what is shipped.
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
