import { type EarningsImport, listedTrackingIds } from '@linkshelf/contract'
import { createFileParser, type ParsedFile } from '../../file-imports/index.ts'
import { type Report, readReport } from '../reports/read-report.ts'
import { type ReportRow, toTransactions } from '../reports/to-transactions.ts'
import { type Transaction, toMoneyTotals } from '../reports/transaction.ts'

/** The answers of the owner, or of the file itself. */
export type ReportChoices = Pick<EarningsImport, 'date_order' | 'currency'>

/** A report whose rows are read as transactions. */
export interface ReportFile extends ParsedFile<ReportRow> {
  report: Omit<Report, 'rows'>
  /** The number of blank rows and totals. */
  skipped: number
}

/** The amounts are checked in this currency while only the owner knows theirs: most currencies have hundredths. */
const openCurrency = 'USD'

/**
 * Reads a report by the choices of its owner, or else as far as the file alone tells. Returns a sentence for a
 * file that is no report.
 */
export async function readReportFile(file: Buffer, uploadedAt: Date, choices: ReportChoices | null): Promise<ReportFile | string> {
  const read = await readReport(file, lastDay(uploadedAt))
  if (typeof read === 'string') return read
  const { rows: _, ...report } = read
  const { header, dateOrder, currency } = report
  const used = new Set(report.columns.values())
  const answers = {
    dateOrder: choices?.date_order ?? dateOrder ?? 'day_first',
    currency: choices?.currency ?? currency?.code ?? openCurrency,
  }
  return {
    report,
    header,
    ignoredColumns: header.filter((heading, index) => heading.trim() !== '' && !used.has(index)),
    ...toTransactions(read, answers),
  }
}

export interface ReportSettings {
  uploadedAt: Date
  choices: ReportChoices | null
}

export const parser = createFileParser(import.meta.url, (file, { uploadedAt, choices }: ReportSettings) =>
  readReportFile(file, uploadedAt, choices),
)

/** Returns the last day that a report of this upload may have: it is already tomorrow in the east. */
function lastDay(uploadedAt: Date): string {
  return new Date(uploadedAt.getTime() + 86_400_000).toISOString().slice(0, 10)
}

export function transactionsIn(rows: readonly ReportRow[]): Transaction[] {
  return rows.flatMap(({ transaction }) => transaction ?? [])
}

/** The properties of a report as a whole. */
export type ReportSummary = ReportChoices &
  Pick<
    EarningsImport,
    'retailer' | 'report' | 'from' | 'to' | 'skipped' | 'totals' | 'columns' | 'tracking_ids' | 'questions' | 'date_example'
  >

export const noSummary: ReportSummary = {
  retailer: null,
  report: null,
  from: null,
  to: null,
  skipped: 0,
  totals: [],
  columns: [],
  tracking_ids: [],
  questions: [],
  date_example: null,
  date_order: null,
  currency: null,
}

/** Summarizes a report as far as the file alone tells. */
export function summarizeReport({ report, rows, skipped }: ReportFile): ReportSummary {
  const { kind, dateOrder, currency, questions } = report
  const transactions = transactionsIn(rows)
  const days = transactions.map(({ occurredOn }) => occurredOn).toSorted()
  const isCurrencyOpen = questions.includes('currency') && currency === undefined
  const totals = toMoneyTotals(transactions)
  return {
    retailer: kind.retailer,
    report: kind.report,
    from: dateOrder === undefined ? null : (days.at(0) ?? null),
    to: dateOrder === undefined ? null : (days.at(-1) ?? null),
    skipped,
    totals: isCurrencyOpen ? totals.map((total) => ({ ...total, currency: null })) : totals,
    columns: [...report.columns].map(([field, index]) => ({ heading: report.header[index] ?? '', field })),
    tracking_ids: [...new Set(transactions.flatMap(({ trackingId }) => trackingId ?? []))].slice(0, listedTrackingIds),
    questions,
    date_example: report.dateExample,
    date_order: dateOrder ?? null,
    currency: currency?.code ?? null,
  }
}
