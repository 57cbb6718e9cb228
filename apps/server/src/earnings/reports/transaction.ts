import type { EarningKind, EarningStatus, EarningsRetailer } from '@linkshelf/contract'

/** One transaction as a report or a postback says it. Amounts are minor units of the currency. */
export interface Transaction {
  /** The same for the same transaction in every report. */
  key: string
  retailer: EarningsRetailer
  kind: EarningKind
  status: EarningStatus
  currency: string
  /** What it counts: below zero for a return, zero for a transaction that was reversed as a whole. */
  amount: number
  /** What was taken back. */
  reversedAmount: number
  saleAmount: number
  quantity: number
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
}

/** What of an amount counts, and what of it was taken back. */
export function countAmount(earned: number, status: EarningStatus): Pick<Transaction, 'amount' | 'reversedAmount'> {
  if (earned < 0) return { amount: earned, reversedAmount: -earned }
  return status === 'reversed' ? { amount: 0, reversedAmount: earned } : { amount: earned, reversedAmount: 0 }
}
