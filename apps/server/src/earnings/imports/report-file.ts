import { type EarningsImport, listedTrackingIds } from '@linkshelf/contract'
import { createFileParser, type ParsedFile } from '../../file-imports/index.ts'
import { type Report, type ReportTable, readReport } from '../reports/read-report.ts'
import { type ReportRow, toTransactions } from '../reports/to-transactions.ts'
import { type Transaction, toMoneyTotals } from '../reports/transaction.ts'

/** The answers of the owner, or of the file itself. */
export type ReportChoices = Pick<EarningsImport, 'date_order' | 'currency'>

/** A report whose rows are read as transactions. */
export interface ReportFile extends ParsedFile<ReportRow> {
  report: Omit<Report, 'tables'> & { columns: EarningsImport['columns']; sheets: EarningsImport['sheets'] }
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

/** The recognized columns of all tables, each once. */
function listColumns(tables: readonly ReportTable[]): EarningsImport['columns'] {
  const columns = tables.flatMap(({ columns: found, header }) =>
    [...found].map(([field, index]) => ({ heading: header[index] ?? '', field })),
  )
  return [...new Map(columns.map((column) => [JSON.stringify(column), column])).values()]
}

/** Joins the columns of several tables for the report of rejected rows: the sheet, and then each heading once. */
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

/** Returns the last day that a report of this upload may have: it is already tomorrow in the east. */
function findLastDay(uploadedAt: Date): string {
  return new Date(uploadedAt.getTime() + 86_400_000).toISOString().slice(0, 10)
}

export function listTransactions(rows: readonly ReportRow[]): Transaction[] {
  return rows.flatMap(({ transaction }) => transaction ?? [])
}

/** The properties of a report as a whole. */
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

/** Summarizes a report as far as the file alone tells. */
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
