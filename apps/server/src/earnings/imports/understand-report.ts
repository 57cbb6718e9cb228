import { type DateOrder, listedTrackingIds } from '@linkshelf/contract'
import { toMoneyTotals } from '../records/money-totals.ts'
import type { Report } from '../reports/read-report.ts'
import { type ReportRow, toTransactions } from '../reports/to-transactions.ts'
import type { Transaction } from '../reports/transaction.ts'
import type { Understood } from './import-table.ts'

/** The amounts are checked in this currency while only the owner knows theirs: most currencies have hundredths. */
const openCurrency = 'USD'

export interface UnderstoodReport {
  understood: Understood
  rows: ReportRow[]
  transactions: Transaction[]
  dateOrder: DateOrder | null
  currency: string | null
}

/** Reads a report as far as the file alone tells. */
export function understandReport(report: Report): UnderstoodReport {
  const { dateOrder, currency, questions } = report
  const isCurrencyOpen = questions.includes('currency') && currency === undefined
  const { rows, skipped } = toTransactions(report, { dateOrder: dateOrder ?? 'day_first', currency: currency?.code ?? openCurrency })
  const transactions = rows.flatMap(({ transaction }) => transaction ?? [])
  const days = transactions.map(({ occurredOn }) => occurredOn).toSorted()
  const used = new Set(report.columns.values())
  const totals = toMoneyTotals(transactions)
  return {
    understood: {
      retailer: report.kind.retailer,
      report: report.kind.report,
      from: dateOrder === undefined ? null : (days.at(0) ?? null),
      to: dateOrder === undefined ? null : (days.at(-1) ?? null),
      skipped,
      totals: isCurrencyOpen ? totals.map((total) => ({ ...total, currency: null })) : totals,
      columns: [...report.columns].map(([field, index]) => ({ heading: report.header[index] ?? '', field })),
      ignored_columns: report.header.filter((heading, index) => heading.trim() !== '' && !used.has(index)),
      tracking_ids: [...new Set(transactions.flatMap(({ trackingId }) => trackingId ?? []))].slice(0, listedTrackingIds),
      questions,
      date_example: report.dateExample,
    },
    rows,
    transactions,
    dateOrder: dateOrder ?? null,
    currency: currency?.code ?? null,
  }
}
