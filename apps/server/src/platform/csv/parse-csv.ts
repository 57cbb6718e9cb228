import { CsvError, type Options, parse } from 'csv-parse/sync'

/** Why a file can't be read as CSV. */
export type CsvFailure = 'not-csv' | 'row-too-long' | 'too-many-rows' | 'too-many-columns' | 'broken-quotes'

export class UnreadableCsvError extends Error {
  readonly failure: CsvFailure
  /** The number of the row in a spreadsheet, if it is known. */
  readonly line: number | undefined

  constructor(failure: CsvFailure, line?: number) {
    super(`The file can not be read: ${failure}`)
    this.failure = failure
    this.line = line
  }
}

export interface CsvLimits {
  maxRows: number
  maxColumns: number
  /** The maximum length of one row, in case a quotation mark is never closed. */
  maxRowCharacters: number
  /** How many title lines may precede the line with the column names. */
  titleLines?: number
}

/**
 * Parses a CSV file as spreadsheets write it. The encoding is UTF-8, UTF-16 with a byte order mark, or windows-1252.
 * The delimiter is a comma, semicolon or tab. Blank rows are included, so that each row has the same position as in a
 * spreadsheet. Throws an UnreadableCsvError. The whole file is parsed at once, so this runs in a parser process.
 */
export function parseCsv(file: Buffer, { maxRows, maxColumns, maxRowCharacters, titleLines = 0 }: CsvLimits): string[][] {
  const text = decodeCsv(file)
  const rows = parseRows(text, {
    delimiter: detectDelimiter(text, titleLines),
    relax_column_count: true,
    max_record_size: maxRowCharacters,
    skip_empty_lines: false,
    to: maxRows + 1,
  })
  if (rows.length > maxRows) throw new UnreadableCsvError('too-many-rows')
  const wide = rows.findIndex((row) => row.length > maxColumns)
  if (wide !== -1) throw new UnreadableCsvError('too-many-columns', wide + 1)
  return rows.map((row) => row.map(stripFormulaGuard))
}

function parseRows(text: string, options: Options): string[][] {
  try {
    return parse(text, options)
  } catch (error) {
    throw error instanceof CsvError ? toUnreadable(error) : error
  }
}

/** Returns the cell without the `'` that `toCsvLine` writes in front of a formula. */
function stripFormulaGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')
}

function decodeCsv(file: Buffer): string {
  const text = new TextDecoder(detectEncoding(file)).decode(file)
  if (text.includes('\0')) throw new UnreadableCsvError('not-csv')
  return text
}

function detectEncoding(file: Buffer): string {
  if (file.subarray(0, 2).equals(Buffer.of(0xff, 0xfe))) return 'utf-16le'
  if (file.subarray(0, 2).equals(Buffer.of(0xfe, 0xff))) return 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

function isUtf8(file: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file)
    return true
  } catch {
    return false
  }
}

const sampleCharacters = 65_536

/**
 * Returns the delimiter that splits one of the first lines into the most cells. The line with the column names is the
 * first line, or follows title lines.
 */
function detectDelimiter(text: string, titleLines: number): string {
  const lines = text.slice(0, sampleCharacters).split(/\r\n|[\r\n]/, titleLines + 1)
  const countColumns = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length))
  return [',', ';', '\t'].reduce((best, delimiter) => (countColumns(delimiter) > countColumns(best) ? delimiter : best))
}

function toUnreadable(error: CsvError): UnreadableCsvError {
  const line = typeof error.records === 'number' ? error.records + 1 : undefined
  return new UnreadableCsvError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'row-too-long' : 'broken-quotes', line)
}
