import { type CsvFileMessages, csvMaxColumns } from '@linkshelf/contract'
import { type CsvFailure, parseCsv, UnreadableCsvError } from '../platform/csv/parse-csv.ts'
import type { ParsedFile } from './import-kind.ts'
import { type ImportedRow, type RowIssue, reportColumns } from './issue-report.ts'

/** The rules for reading a CSV file of one kind of import. */
export interface CsvFormat<Row extends ImportedRow> {
  maxRows: number
  messages: CsvFileMessages & { noColumns: string }
  /** Reads the column names. Undefined if a required column is missing. */
  readHeader(header: readonly string[]): RowFormat<Row> | undefined
}

interface RowFormat<Row extends ImportedRow> {
  /** Returns whether the column at this index is used by neither imports nor exports. */
  isIgnored(heading: string, place: number): boolean
  /** Parses a row. If the row has issues, it is rejected. */
  parseRow(cells: string[], line: number): Row
}

const maxRowCharacters = 100_000
const maxHeadingLength = 256

/**
 * Shortens a column name to the maximum length. No real column name is longer, and regular expressions that backtrack
 * take quadratic time on long text.
 */
export function cutHeading(name: string): string {
  return name.slice(0, maxHeadingLength)
}

const messageNameByFailure: Record<CsvFailure, keyof CsvFileMessages> = {
  'not-csv': 'notCsv',
  'row-too-long': 'rowTooLong',
  'too-many-rows': 'tooManyRows',
  'too-many-columns': 'tooManyColumns',
  'broken-quotes': 'brokenQuotes',
}

/** Reads a CSV file and skips blank rows. Returns an error message if no row can be imported. */
export function readCsvFile<Row extends ImportedRow>(file: Buffer, format: CsvFormat<Row>): ParsedFile<Row> | string {
  const { maxRows, messages } = format
  const lines = readLines(file, format)
  if (typeof lines === 'string') return lines
  const [names = [], ...cells] = lines
  const header = names.map(cutHeading)
  const rowFormat = format.readHeader(header)
  if (rowFormat === undefined) return messages.noColumns

  const rows = cells.flatMap((row, index) => (isBlank(row) ? [] : [rowFormat.parseRow(row, index + 2)]))
  if (rows.length === 0) return messages.noRows
  if (rows.length > maxRows) return messages.tooManyRows
  const isIgnored = (heading: string, place: number) =>
    heading.trim() !== '' && !reportColumns.some((column) => column === heading) && rowFormat.isIgnored(heading, place)
  return { header, ignoredColumns: header.filter(isIgnored), rows }
}

function readLines<Row extends ImportedRow>(file: Buffer, { maxRows, messages }: CsvFormat<Row>): string[][] | string {
  try {
    // The file can have a header and as many blank lines as rows.
    return parseCsv(file, { maxRows: 2 * maxRows + 1, maxColumns: csvMaxColumns, maxRowCharacters })
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error
    const message = messages[messageNameByFailure[error.failure]]
    return error.line === undefined ? message : `Line ${error.line}: ${message}`
  }
}

function isBlank(row: string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}

/** A contract schema that parses a cell. */
export interface CellSchema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } }
}

/** Returns at most one issue, because the first problem usually explains the others. */
export function toCellIssues<Column extends string>(
  column: Column,
  parsed: ReturnType<CellSchema<unknown>['safeParse']>,
): RowIssue<Column>[] {
  return parsed.success ? [] : parsed.error.issues.slice(0, 1).map(({ message }) => ({ column, reason: message }))
}
