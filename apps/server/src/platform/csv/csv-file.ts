import type { Log } from '../process/log.ts'
import { byteOrderMark, type Cell, toCsvLine } from './csv.ts'
import { toContentDisposition } from './file-name.ts'

export interface CsvTable {
  columns: readonly string[]
  /** Rows, a page at a time: no more of them are in memory. */
  pages: AsyncGenerator<Cell[][], void, void>
}

export interface CsvFile {
  headers: { 'content-type': string; 'content-disposition': string }
  body: ReadableStream<Uint8Array>
}

/**
 * A download that is read and written page by page. An error of the first page rejects; a later one aborts the
 * download, so that a part is not mistaken for the whole.
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
