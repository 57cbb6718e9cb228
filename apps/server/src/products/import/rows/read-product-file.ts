import { productFileMaxRows, productImportMessages } from '@linkshelf/contract'
import { readCsvRows, reportColumns } from '../../../file-imports/index.ts'
import { productColumns } from '../../csv/product-cells.ts'
import { columnAliases, type ImportColumn, importColumns } from './import-columns.ts'
import { type ParsedRow, parseRow, rejectRepeatedIds } from './parse-row.ts'

export interface ProductFile {
  header: string[]
  /** Columns that are neither imported nor part of an export or a report. */
  ignoredColumns: string[]
  rows: ParsedRow[]
}

/** The rows of a file, each parsed or with what is wrong with it; a sentence when none of it can be imported. */
export async function readProductFile(file: Buffer): Promise<ProductFile | string> {
  const cells = await readCsvRows(file, { maxRows: productFileMaxRows, messages: productImportMessages })
  if (typeof cells === 'string') return cells
  const [header = [], ...rows] = cells
  const columns = header.map(toColumn)
  if (!columns.includes('name') && !columns.includes('product_id')) return productImportMessages.noColumns

  const parsed = rows.flatMap((row, index) => (isBlank(row) ? [] : [parseRow(row, columns, index + 2)]))
  if (parsed.length === 0) return productImportMessages.noRows
  if (parsed.length > productFileMaxRows) return productImportMessages.tooManyRows
  return { header, ignoredColumns: header.filter(isIgnored), rows: rejectRepeatedIds(parsed) }
}

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

function isIgnored(heading: string): boolean {
  const known: readonly string[] = [...productColumns, ...reportColumns]
  return heading.trim() !== '' && toColumn(heading) === undefined && !known.includes(normalized(heading))
}

function isBlank(row: string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}
