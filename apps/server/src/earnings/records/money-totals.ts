import type { EarningsImport } from '@linkshelf/contract'
import type { Transaction } from '../reports/transaction.ts'

type Totals = EarningsImport['totals'][number] & { currency: string }

/** Returns the sums of transactions by currency, never across currencies. Orders earn nothing. */
export function toMoneyTotals(transactions: readonly Transaction[]): Totals[] {
  const totals = new Map<string, Totals>()
  for (const { currency, status, amount, reversedAmount, saleAmount } of transactions) {
    const total = totals.get(currency) ?? { currency, earned: 0, pending: 0, reversed: 0, sales: 0 }
    total.earned += amount
    if (status === 'pending') total.pending += amount
    total.reversed += reversedAmount
    total.sales += saleAmount
    totals.set(currency, total)
  }
  return [...totals.values()].toSorted((one, other) => other.earned - one.earned)
}
