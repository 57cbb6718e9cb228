import type { CsvFileMessages } from '@linkshelf/contract'
import { type CsvFailure, parseCsv, UnreadableCsvError } from '../platform/csv/parse-csv.ts'

const maxRowCharacters = 100_000

const messageOf: Record<CsvFailure, keyof CsvFileMessages> = {
  'not-csv': 'notCsv',
  'row-too-long': 'rowTooLong',
  'too-many-rows': 'tooManyRows',
  'broken-quotes': 'brokenQuotes',
}

/**
 * The rows of a CSV file, the names of its columns first and blank ones included; a sentence when they can't be read.
 */
export async function readCsvRows(
  file: Buffer,
  { maxRows, messages }: { maxRows: number; messages: CsvFileMessages },
): Promise<string[][] | string> {
  try {
    // The first line, and as many blank ones as rows.
    return await parseCsv(file, { maxRows: 2 * maxRows + 1, maxRowCharacters })
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error
    const message = messages[messageOf[error.failure]]
    return error.line === undefined ? message : `Line ${error.line}: ${message}`
  }
}
