import {
  csvMaxColumns,
  type DateOrder,
  type EarningsQuestion,
  earningsFileMaxBytes,
  earningsFileMaxRows,
  earningsImportMessages,
  workbookLimits,
} from '@linkshelf/contract'
import { cutHeading } from '../../file-imports/index.ts'
import { type CsvFailure, parseCsv, UnreadableCsvError } from '../../platform/csv/parse-csv.ts'
import { isWorkbook, readWorkbook, UnreadableWorkbookError, type WorkbookFailure } from '../../platform/spreadsheet/read-workbook.ts'
import { findHeading, type Heading } from './find-heading.ts'
import { type DecimalMark, findDecimalMark, type ReadCurrency, readCurrency } from './parse-amount.ts'
import { findDateOrder, type ReadDate, readDate } from './parse-date.ts'
import type { Field } from './report-kind.ts'

/** A report whose heading was found, with what its rows have in common. */
export interface Report extends Heading {
  header: string[]
  /** Rows below the heading. `line` counts as a spreadsheet does. */
  rows: { line: number; cells: string[] }[]
  decimalMark: DecimalMark
  /** Undefined while the owner has to say it. */
  dateOrder: DateOrder | undefined
  /** The currency of the heading, or the first that an amount names. */
  currency: ReadCurrency | undefined
  questions: EarningsQuestion[]
  dateExample: string | null
}

/** How many lines of titles a report may have above its heading. */
const maxTitleLines = 30
const maxRowCharacters = 100_000
const maxRows = earningsFileMaxRows + maxTitleLines
/** The characters of all cells: a workbook may name one text in many cells. */
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
 * `today` is the last day that a date of a report may be. A sentence when the file is no report that can be imported.
 */
export async function readReport(file: Buffer, today: string): Promise<Report | string> {
  const tables = await readTables(file)
  if (typeof tables === 'string') return tables
  for (const table of tables) {
    const report = findReport(table, today)
    if (report !== undefined) return report.rows.length === 0 ? earningsImportMessages.noRows : report
  }
  return earningsImportMessages.noHeader
}

/** The sheets of a workbook, or the one table of a text file. */
async function readTables(file: Buffer): Promise<string[][][] | string> {
  try {
    if (isWorkbook(file)) return await readWorkbook(file, { ...workbookLimits, maxRows, maxCharacters: maxWorkbookCharacters })
    return [parseCsv(file, { maxRows, maxColumns: csvMaxColumns, maxRowCharacters, titleLines: maxTitleLines })]
  } catch (error) {
    if (error instanceof UnreadableWorkbookError) return messages[error.failure]
    if (!(error instanceof UnreadableCsvError)) throw error
    return error.line === undefined ? messages[error.failure] : `Line ${error.line}: ${messages[error.failure]}`
  }
}

function findReport(table: string[][], today: string): Report | undefined {
  const headings = table.slice(0, maxTitleLines + 1).map(findHeading)
  const at = headings.findIndex((heading) => heading !== undefined)
  const heading = headings[at]
  const header = table[at]?.map(cutHeading)
  if (heading === undefined || header === undefined) return undefined

  const rows = table.slice(at + 1).map((cells, index) => ({ line: at + index + 2, cells }))
  const textsOf = (...fields: Field[]) => rows.flatMap(({ cells }) => fields.flatMap((field) => cellOf(heading, cells, field) || []))
  const dates = [...new Set(textsOf('date'))].map((text) => ({ text, date: readDate(text) }))
  const readDates = dates.flatMap(({ date }) => (date === undefined ? [] : [date]))
  const dateOrder = findDateOrder(readDates, today)
  const currency = findCurrency(heading, header, textsOf('earned', 'earned_final', 'price'))
  const hasOwnCurrency = heading.columns.has('currency') && textsOf('currency').length > 0
  return {
    ...heading,
    header,
    rows,
    decimalMark: findDecimalMark(textsOf('earned', 'earned_final', 'sales', 'price')),
    dateOrder,
    currency,
    questions: [
      ...(dateOrder === undefined ? ['date_order' as const] : []),
      ...(currency?.isCertain || hasOwnCurrency ? [] : ['currency' as const]),
    ],
    dateExample: dates.find(({ date }) => date !== undefined && isAmbiguous(date))?.text ?? null,
  }
}

/** Trimmed; '' where the row or the file has no such cell. */
export function cellOf({ columns }: Heading, cells: readonly string[], field: Field): string {
  const index = columns.get(field)
  return index === undefined ? '' : (cells[index]?.trim() ?? '')
}

function findCurrency(heading: Heading, header: readonly string[], amounts: readonly string[]): ReadCurrency | undefined {
  const headings = (['earned', 'earned_final', 'sales', 'price'] as const).map((field) => cellOf(heading, header, field))
  const named = headings.map((text) => readCurrency(/[([（](.*?)[)\]）]/.exec(text)?.[1] ?? '')).find((found) => found !== undefined)
  return named ?? amounts.map(readCurrency).find((found) => found !== undefined)
}

function isAmbiguous({ isOpen, first, second }: ReadDate): boolean {
  return isOpen && first !== second
}
