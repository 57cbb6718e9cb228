import { type EarningsImport, listedTrackingIds } from '@linkshelf/contract'
import { createFileParser, type ParsedFile } from '../../file-imports/index.ts'
import { type Report, type ReportTable, readReport } from '../reports/read-report.ts'
import { type ReportRow, toTransactions } from '../reports/to-transactions.ts'
import { type Transaction, toMoneyTotals } from '../reports/transaction.ts'

/** The owner's answers, or values that the file itself has. */
export type ReportChoices = Pick<EarningsImport, 'date_order' | 'currency'>

/** A report and the rows that were read from it. */
export interface ReportFile extends ParsedFile<ReportRow> {
  report: Omit<Report, 'tables'> & { columns: EarningsImport['columns']; sheets: EarningsImport['sheets'] }
  /** The number of rows that are blank or contain totals. */
  skipped: number
}

/** The currency in which amounts are checked until the owner chooses one. Like most currencies, it has two decimals. */
const openCurrency = 'USD'

/**
 * Reads a report with the owner's choices. If a choice is missing, uses what the file shows. Returns an error message
 * if the file is not a report.
 */
export async function readReportFile(file: Buffer, uploadedAt: Date, choices: ReportChoices | null): Promise<ReportFile | string> {
  const read = await readReport(file, findLastDay(uploadedAt))
  if (typeof read === 'string') return read
  const { tables, ...report } = read
  const { dateOrder, currency, otherSheets } = report
  const answers = {
    dateOrder: choices?.date_order ?? dateOrder ?? 'day_first',
    currency: choices?.currency ?? currency?.code ?? openCurrency,
  }
  const { header, toCells } = joinHeaders(tables)
  const { rows, skipped } = toTransactions(read, answers)
  const columns = listColumns(tables)
  const used = new Set(columns.map(({ heading }) => heading))
  const known = tables.map((table) => ({ name: table.sheet, report: table.kind.report, rows: table.rows.length }))
  const others = otherSheets.map((name) => ({ name, report: null, rows: 0 }))
  return {
    report: { ...report, columns, sheets: [...known, ...others].filter(({ name }) => name !== '') },
    header,
    ignoredColumns: header.filter((heading) => heading.trim() !== '' && !used.has(heading)),
    rows: tables.length === 1 ? rows : rows.map((row) => ({ ...row, cells: toCells(row) })),
    skipped,
  }
}

/** Returns the recognized columns of all tables, without duplicates. */
function listColumns(tables: readonly ReportTable[]): EarningsImport['columns'] {
  const columns = tables.flatMap(({ columns: found, header }) =>
    [...found].map(([field, index]) => ({ heading: header[index] ?? '', field })),
  )
  return [...new Map(columns.map((column) => [JSON.stringify(column), column])).values()]
}

/**
 * Joins the columns of several tables for the file of rejected rows. The sheet's name comes first, and then each
 * heading once.
 */
function joinHeaders(tables: readonly ReportTable[]) {
  const [first] = tables
  if (tables.length === 1 && first !== undefined) return { header: first.header, toCells: ({ cells }: ReportRow) => cells }
  const header = [sheetColumn, ...new Set(tables.flatMap((table) => table.header))]
  const indexesBySheet = new Map(tables.map((table) => [table.sheet, header.map((heading) => table.header.indexOf(heading))]))
  return {
    header,
    toCells: ({ sheet = '', cells }: ReportRow) => [
      sheet,
      ...(indexesBySheet.get(sheet) ?? []).slice(1).map((index) => cells[index] ?? ''),
    ],
  }
}

const sheetColumn = 'sheet'

export interface ReportSettings {
  uploadedAt: Date
  choices: ReportChoices | null
}

export const parser = createFileParser(import.meta.url, (file, { uploadedAt, choices }: ReportSettings) =>
  readReportFile(file, uploadedAt, choices),
)

/**
 * Returns the last day that can appear in a report uploaded at this time. This is the next day in UTC, because that day
 * has already begun in eastern time zones.
 */
function findLastDay(uploadedAt: Date): string {
  return new Date(uploadedAt.getTime() + 86_400_000).toISOString().slice(0, 10)
}

export function listTransactions(rows: readonly ReportRow[]): Transaction[] {
  return rows.flatMap(({ transaction }) => transaction ?? [])
}

export type ReportSummary = ReportChoices &
  Pick<
    EarningsImport,
    | 'retailer'
    | 'report'
    | 'sheets'
    | 'from'
    | 'to'
    | 'skipped'
    | 'totals'
    | 'ordered_items'
    | 'direct'
    | 'indirect'
    | 'columns'
    | 'tracking_ids'
    | 'questions'
    | 'date_example'
  >

export const noSummary: ReportSummary = {
  retailer: null,
  report: null,
  sheets: [],
  from: null,
  to: null,
  skipped: 0,
  totals: [],
  ordered_items: 0,
  direct: 0,
  indirect: 0,
  columns: [],
  tracking_ids: [],
  questions: [],
  date_example: null,
  date_order: null,
  currency: null,
}

/** Summarizes a report by the values that the file itself has. */
export function summarizeReport({ report, rows, skipped }: ReportFile): ReportSummary {
  const { kind, dateOrder, currency, questions } = report
  const transactions = listTransactions(rows)
  const days = transactions.map(({ occurredOn }) => occurredOn).toSorted()
  const isCurrencyOpen = questions.includes('currency') && currency === undefined
  const totals = toMoneyTotals(transactions)
  return {
    retailer: kind.retailer,
    report: kind.report,
    sheets: report.sheets,
    from: dateOrder === undefined ? null : (days.at(0) ?? null),
    to: dateOrder === undefined ? null : (days.at(-1) ?? null),
    skipped,
    totals: isCurrencyOpen ? totals.map((total) => ({ ...total, currency: null })) : totals,
    ordered_items: transactions.reduce((sum, { kind: is, quantity }) => (is === 'order' ? sum + quantity : sum), 0),
    direct: transactions.filter(({ isDirect }) => isDirect === true).length,
    indirect: transactions.filter(({ isDirect }) => isDirect === false).length,
    columns: report.columns,
    tracking_ids: [...new Set(transactions.flatMap(({ trackingId }) => trackingId ?? []))].slice(0, listedTrackingIds),
    questions,
    date_example: report.dateExample,
    date_order: dateOrder ?? null,
    currency: currency?.code ?? null,
  }
}
