import { findMainCurrency, formatMoney } from '@linkshelf/contract'
import type { Column } from '../../ui/tables/data-table-columns.ts'

/** Amounts by currency, the highest first. */
export type EarnedAmounts = readonly { currency: string; earned: number }[]

/**
 * Returns the highest amount and the number of other currencies: "€12.40 +1". Amounts of different currencies are never
 * added up. Returns a dash if there are no amounts.
 */
export function formatEarned(amounts: EarnedAmounts = []): string {
  const [first, ...others] = amounts
  if (first === undefined) return '–'
  return `${formatMoney(first.earned, first.currency)}${others.length > 0 ? ` +${others.length}` : ''}`
}

/** Returns every amount on a line of its own, for a text that is shown on hover. */
export function formatAllEarned(amounts: EarnedAmounts = []): string {
  return amounts.map(({ currency, earned }) => formatMoney(earned, currency)).join('\n')
}

/**
 * Creates the column of earnings. Rows are sorted by the currency in which most rows have earnings. Rows with other
 * currencies come after them.
 */
export function createEarnedColumn<Row>(
  rows: readonly Row[],
  readAmounts: (row: Row) => EarnedAmounts | undefined,
  className?: string,
): Column<Row> {
  const currency = findMainCurrency(rows.flatMap((row) => readAmounts(row) ?? []))
  return {
    id: 'earned',
    header: 'Earned',
    cell: (row) => formatEarned(readAmounts(row)),
    isNumber: true,
    isUnknown: (row) => (readAmounts(row) ?? []).length === 0,
    sortValue: (row) => {
      const amounts = readAmounts(row) ?? []
      return amounts.find((amount) => amount.currency === currency)?.earned ?? (amounts.length > 0 ? 0.5 : 0)
    },
    title: (row) => formatAllEarned(readAmounts(row)),
    unit: (row) => ((readAmounts(row) ?? []).length === 0 ? '' : 'earned'),
    ...(className !== undefined && { className }),
  }
}
