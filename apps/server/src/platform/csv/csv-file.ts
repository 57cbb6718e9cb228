import { encodeExtended } from 'content-disposition'
import type { Log } from '../process/log.ts'

export interface CsvTable {
  columns: readonly string[]
  /** Yields the rows page by page, so only one page is in memory. */
  pages: AsyncGenerator<Cell[][], void, void>
}

export interface CsvFile {
  headers: { 'content-type': string; 'content-disposition': string }
  body: ReadableStream<Uint8Array>
}

/**
 * Creates a download that is read and written page by page. If the first page fails, the call rejects. If a later page
 * fails, the download is aborted, so that an incomplete file is not mistaken for the whole file.
 */
export async function toCsvFile(table: CsvTable, name: string, log: Log): Promise<CsvFile> {
  const first = await table.pages.next()
  return {
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': toContentDisposition(name) },
    body: ReadableStream.from(writeCsv(table, first.done ? [] : first.value, log)),
  }
}

async function* writeCsv({ columns, pages }: CsvTable, firstPage: readonly Cell[][], log: Log): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder()
  try {
    yield encoder.encode(byteOrderMark + toCsvLine(columns) + firstPage.map(toCsvLine).join(''))
    for await (const page of pages) yield encoder.encode(page.map(toCsvLine).join(''))
  } catch (error) {
    log.error({ err: error }, 'an export failed after its first page')
    throw error
  }
}

export type Cell = string | number | boolean | null

/** If a file begins with this mark, spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Characters that start a formula in a spreadsheet (OWASP, "CSV Injection"), including the full-width ones
 * of East Asian keyboards.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Matches cells that must be quoted. These include cells with a semicolon, because the semicolon separates cells in
 * locales whose decimal separator is the comma.
 */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/**
 * Returns one line in RFC 4180 format. A text that starts like a formula gets a leading `'`. Numbers stay unchanged.
 */
export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

function toCsvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = formulaStart.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a Content-Disposition header (RFC 6266) with the name in ASCII, and in UTF-8 for clients that support it.
 * Both names are always present, and the ASCII name is quoted, because the API client reads no other form.
 */
export function toContentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-zA-Z0-9._]+/g, '-')
    .replace(/^-/, '')
  return `attachment; filename="${ascii}"; filename*=${encodeExtended(name)}`
}

/**
 * Returns the text in lower case with a hyphen between words. Letters and digits of every script are kept. All
 * characters between two words become one hyphen.
 */
export function toKebabCase(text: string): string {
  const parts = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (parts ?? []).join('-')
}
