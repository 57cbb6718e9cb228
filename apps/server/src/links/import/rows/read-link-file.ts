import { linkFileMaxRows, linkImportMessages } from '@linkshelf/contract'
import { readCsvRows, reportColumns } from '../../../file-imports/index.ts'
import { findColumns } from './import-columns.ts'
import { type ParsedRow, parseRow } from './parse-row.ts'

export interface LinkFile {
  header: string[]
  /** Columns that are neither imported nor part of a report. */
  ignoredColumns: string[]
  rows: ParsedRow[]
}

/**
 * The rows of a file, each parsed or with what is wrong with it; a sentence when none of it can be imported. `now`: no
 * link was created later.
 */
export async function readLinkFile(file: Buffer, now: Date): Promise<LinkFile | string> {
  const cells = await readCsvRows(file, { maxRows: linkFileMaxRows, messages: linkImportMessages })
  if (typeof cells === 'string') return cells
  const [header = [], ...rows] = cells
  const columns = findColumns(header)
  if (!columns.has('target')) return linkImportMessages.noColumns

  const parsed = rows.flatMap((row, index) => (isBlank(row) ? [] : [parseRow(row, { columns, line: index + 2, now })]))
  if (parsed.length === 0) return linkImportMessages.noRows
  if (parsed.length > linkFileMaxRows) return linkImportMessages.tooManyRows
  const used = new Set([...columns.values()].flat())
  const isIgnored = (heading: string, place: number) =>
    heading.trim() !== '' && !used.has(place) && !reportColumns.some((column) => column === heading)
  return { header, ignoredColumns: header.filter(isIgnored), rows: parsed }
}

function isBlank(row: string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}
