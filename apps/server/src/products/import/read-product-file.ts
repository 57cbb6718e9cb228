import { productFileMaxRows, productImportMessages } from '@linkshelf/contract'
import { createFileParser, type ParsedFile, readCsvFile, reportColumns } from '../../file-imports/index.ts'
import { productColumns } from '../csv/product-cells.ts'
import { type ImportColumn, importColumns, type ParsedRow, parseRow, rejectRepeatedIds } from './parse-product-row.ts'

export type ProductFile = ParsedFile<ParsedRow>

/** Other names of the columns, as spreadsheets have them. */
const columnAliases: Readonly<Record<string, ImportColumn>> = {
  title: 'name',
  product: 'name',
  product_name: 'name',
  image: 'image_url',
  category: 'categories',
  url: 'targets',
  urls: 'targets',
  link: 'targets',
  target: 'targets',
}

/** Reads the rows of a file, each with its issues. Returns a sentence when none of it can be imported. */
export function readProductFile(file: Buffer): ProductFile | string {
  const parsed = readCsvFile(file, {
    maxRows: productFileMaxRows,
    messages: productImportMessages,
    readHeader(header) {
      const columns = header.map(toColumn)
      if (!columns.includes('name') && !columns.includes('product_id')) return undefined
      return { isIgnored, parseRow: (cells, line) => parseRow(cells, columns, line) }
    },
  })
  return typeof parsed === 'string' ? parsed : { ...parsed, rows: rejectRepeatedIds(parsed.rows) }
}

export const parser = createFileParser(import.meta.url, readProductFile)

function toColumn(heading: string): ImportColumn | undefined {
  const name = normalized(heading)
  return importColumns.find((column) => column === name) ?? columnAliases[name]
}

/** "Image URL" and "image-url" are image_url. */
function normalized(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** An export and a report have columns that are not imported. */
function isIgnored(heading: string): boolean {
  const known: readonly string[] = [...productColumns, ...reportColumns]
  return toColumn(heading) === undefined && !known.includes(normalized(heading))
}
