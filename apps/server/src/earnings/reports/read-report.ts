import {
  csvMaxColumns,
  type DateOrder,
  type EarningsQuestion,
  earningsFileMaxBytes,
  earningsFileMaxRows,
  earningsImportMessages,
  workbookLimits,
} from '@linkshelf/contract'
import type { ReportField } from '@linkshelf/retailers/reports'
import { cutHeading } from '../../file-imports/index.ts'
import { type CsvFailure, parseCsv, UnreadableCsvError } from '../../platform/csv/parse-csv.ts'
import { isWorkbook, readWorkbook, UnreadableWorkbookError, type WorkbookFailure } from '../../platform/spreadsheet/read-workbook.ts'
import { findHeading, type Heading, type ReportKind, reportKinds } from './find-heading.ts'
import { type DecimalMark, findDecimalMark, type ReadCurrency, readCurrency } from './parse-amount.ts'
import { findDateOrder, type ReadDate, readDate } from './parse-date.ts'

/** A file with at least one recognized table, and properties that all its tables share. */
export interface Report {
  /** The kind of the most important table. In a workbook, earnings come before bounties and orders. */
  kind: ReportKind
  /** The tables in the order of the file. */
  tables: ReportTable[]
  /** The names of sheets that are not reports. */
  otherSheets: string[]
  decimalMark: DecimalMark
  /** Undefined if the owner has to choose the order. */
  dateOrder: DateOrder | undefined
  /** The currency in a heading or, if no heading has one, the first currency in an amount. */
  currency: ReadCurrency | undefined
  questions: EarningsQuestion[]
  dateExample: string | null
}

/** A table in the file. A text file has one table. A workbook has one table per sheet. */
export interface ReportTable extends Heading {
  /** The name of the sheet. Empty for a text file. */
  sheet: string
  header: string[]
  /** Rows below the heading. `line` is the row number that a spreadsheet shows. */
  rows: { line: number; cells: string[] }[]
  /**
   * The currency in the heading or, if the heading has none, the first currency in an amount. If the table names no
   * currency, the file's currency.
   */
  currency: ReadCurrency | undefined
}

/** Maximum number of title lines above a report's heading. */
const maxTitleLines = 30
const maxRowCharacters = 100_000
const maxRows = earningsFileMaxRows + maxTitleLines
/**
 * Maximum number of characters in all cells. A small workbook can be large when read, because many cells can refer to
 * one text.
 */
const maxWorkbookCharacters = 2 * earningsFileMaxBytes

const messages: Record<CsvFailure | WorkbookFailure, string> = {
  'not-csv': earningsImportMessages.notReport,
  'row-too-long': earningsImportMessages.rowTooLong,
  'too-many-rows': earningsImportMessages.tooManyRows,
  'too-many-columns': earningsImportMessages.tooManyColumns,
  'broken-quotes': earningsImportMessages.brokenQuotes,
  'not-workbook': earningsImportMessages.notReport,
  'too-many-sheets': earningsImportMessages.tooManySheets,
  'too-many-sheet-rows': earningsImportMessages.tooManySheetRows,
  'cell-too-long': earningsImportMessages.cellTooLong,
  'too-large': earningsImportMessages.tooLargeUnpacked,
}

/**
 * Reads a report. `today` is the last day that its dates may have. Returns an error message if the file can't be
 * imported.
 */
export async function readReport(file: Buffer, today: string): Promise<Report | string> {
  const sheets = await readSheets(file)
  if (typeof sheets === 'string') return sheets
  const found = sheets.map(({ name, rows }) => ({ name, table: findTable(name, rows) }))
  const known = found.flatMap(({ table }) => table ?? [])
  const tables = known.filter(({ rows }) => rows.length > 0)
  const kind = reportKinds.find((one) => tables.some((table) => table.kind === one))
  if (kind === undefined) return known.length > 0 ? earningsImportMessages.noRows : earningsImportMessages.noHeader

  const dates = [...new Set(listTexts(tables, 'date'))].map((text) => ({ text, date: readDate(text) }))
  const readDates = dates.flatMap(({ date }) => (date === undefined ? [] : [date]))
  const dateOrder = findDateOrder(readDates, today)
  const currencies = tables.flatMap((table) => table.currency ?? [])
  const currency = currencies.find(({ isCertain }) => isCertain) ?? currencies[0]
  const isCurrencyOpen = tables.some((table) => !(table.currency ?? currency)?.isCertain && !hasOwnCurrency(table))
  return {
    kind,
    tables: tables.map((table) => ({ ...table, currency: table.currency ?? currency })),
    otherSheets: found.flatMap(({ name, table }) => (table === undefined && name !== '' ? [name] : [])),
    decimalMark: findDecimalMark(listTexts(tables, 'earned', 'earned_final', 'sales', 'price')),
    dateOrder,
    currency,
    questions: [...(dateOrder === undefined ? ['date_order' as const] : []), ...(isCurrencyOpen ? ['currency' as const] : [])],
    dateExample: dates.find(({ date }) => date !== undefined && isAmbiguous(date))?.text ?? null,
  }
}

/** Returns the sheets of a workbook, or a text file as one sheet. */
async function readSheets(file: Buffer): Promise<{ name: string; rows: string[][] }[] | string> {
  try {
    if (isWorkbook(file)) return await readWorkbook(file, { ...workbookLimits, maxRows, maxCharacters: maxWorkbookCharacters })
    return [{ name: '', rows: parseCsv(file, { maxRows, maxColumns: csvMaxColumns, maxRowCharacters, titleLines: maxTitleLines }) }]
  } catch (error) {
    if (error instanceof UnreadableWorkbookError) return messages[error.failure]
    if (!(error instanceof UnreadableCsvError)) throw error
    return error.line === undefined ? messages[error.failure] : `Line ${error.line}: ${messages[error.failure]}`
  }
}

function findTable(sheet: string, lines: string[][]): ReportTable | undefined {
  const headings = lines.slice(0, maxTitleLines + 1).map(findHeading)
  const at = headings.findIndex((heading) => heading !== undefined)
  const heading = headings[at]
  const header = lines[at]?.map(cutHeading)
  if (heading === undefined || header === undefined) return undefined
  const rows = lines.slice(at + 1).map((cells, index) => ({ line: at + index + 2, cells }))
  const table = { ...heading, sheet, header, rows, currency: undefined }
  return { ...table, currency: findCurrency(table) }
}

function listTexts(tables: readonly ReportTable[], ...fields: ReportField[]): string[] {
  return tables.flatMap((table) => table.rows.flatMap(({ cells }) => fields.flatMap((field) => findCell(table, cells, field) || [])))
}

/** Returns the trimmed cell. Empty if the row or the file has no such cell. */
export function findCell({ columns }: Heading, cells: readonly string[], field: ReportField): string {
  const index = columns.get(field)
  return index === undefined ? '' : (cells[index]?.trim() ?? '')
}

function findCurrency(table: ReportTable): ReadCurrency | undefined {
  const headings = (['earned', 'earned_final', 'sales', 'price'] as const).map((field) => findCell(table, table.header, field))
  const named = headings.map((text) => readCurrency(/[([（](.*?)[)\]）]/.exec(text)?.[1] ?? '')).find((found) => found !== undefined)
  if (named !== undefined) return named
  const amounts = listTexts([table], 'earned', 'earned_final', 'price')
  return amounts.map(readCurrency).find((found) => found !== undefined)
}

function hasOwnCurrency(table: ReportTable): boolean {
  return table.columns.has('currency') && listTexts([table], 'currency').length > 0
}

function isAmbiguous({ isOpen, first, second }: ReadDate): boolean {
  return isOpen && first !== second
}
