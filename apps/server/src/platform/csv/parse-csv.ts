import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** Why a file can't be read as CSV. */
export type CsvFailure = 'not-csv' | 'row-too-long' | 'too-many-rows' | 'broken-quotes'

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
  /** The maximum of one row, in case a quotation mark is never closed. */
  maxRowCharacters: number
  /** How many lines may stand above the one that names the columns. */
  titleLines?: number
}

const chunkCharacters = 65_536

/**
 * The rows of a CSV file as spreadsheets write it: UTF-8, UTF-16 with a byte order mark, or windows-1252; separated by
 * comma, semicolon or tab. Blank rows are included, so that the index of a row is its number in a spreadsheet. Other
 * work continues between chunks. Throws an UnreadableCsvError.
 */
export async function parseCsv(file: Buffer, { maxRows, maxRowCharacters, titleLines = 0 }: CsvLimits): Promise<string[][]> {
  const text = decodeCsv(file)
  const parser = parse({
    delimiter: delimiterOf(text, titleLines),
    relax_column_count: true,
    max_record_size: maxRowCharacters,
    skip_empty_lines: false,
  })
  const rows: string[][] = []
  try {
    for await (const row of Readable.from(chunksOf(text)).pipe(parser)) {
      if (rows.length >= maxRows) throw new UnreadableCsvError('too-many-rows')
      rows.push(row.map(stripFormulaGuard))
    }
  } catch (error) {
    throw error instanceof CsvError ? toUnreadable(error) : error
  }
  return rows
}

/** Removes the `'` that `toCsvLine` writes in front of a formula. */
function stripFormulaGuard(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')
}

function decodeCsv(file: Buffer): string {
  const text = new TextDecoder(encodingOf(file)).decode(file)
  if (text.includes('\0')) throw new UnreadableCsvError('not-csv')
  return text
}

function encodingOf(file: Buffer): string {
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

/**
 * Returns the delimiter with the highest count in one line: in the first line, which names the columns,
 * or in one below titles.
 */
function delimiterOf(text: string, titleLines: number): string {
  const lines = text.slice(0, chunkCharacters).split(/\r\n|[\r\n]/, titleLines + 1)
  const countOf = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length))
  return [',', ';', '\t'].reduce((best, delimiter) => (countOf(delimiter) > countOf(best) ? delimiter : best))
}

function* chunksOf(text: string): Generator<string> {
  let end = 0
  for (let start = 0; start < text.length; start = end) {
    end = start + chunkCharacters
    // A chunk never ends within a character, because the parser encodes each chunk by itself and would lose it.
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1
    yield text.slice(start, end)
  }
}

function toUnreadable(error: CsvError): UnreadableCsvError {
  const line = typeof error.records === 'number' ? error.records + 1 : undefined
  return new UnreadableCsvError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'row-too-long' : 'broken-quotes', line)
}
