import { findOwnValue, productFileMaxRows, productImportMessages } from '@linkshelf/contract'
import { createFileParser, type ParsedFile, readCsvFile, reportColumns } from '../../file-imports/index.ts'
import { exportColumns } from '../csv/product-cells.ts'
import { type ImportColumn, importColumns, type ParsedRow, parseRow, rejectRepeatedIds } from './parse-product-row.ts'
import { findProgram, readProgramFile } from './programs/read-program-file.ts'

export interface ProductFile extends ParsedFile<ParsedRow> {
  /** The program that wrote the file. Null if the file has our own columns. */
  program: string | null
  /** Sentences about parts of the file that are not imported. */
  skipped: string[]
}

/** Other names that spreadsheets use for the columns. */
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

/** Reads the rows of a file and their issues. Returns an error message if no row can be imported. */
export function readProductFile(file: Buffer): ProductFile | string {
  let programColumns: string[] = []
  const parsed = readCsvFile<ParsedRow>(file, {
    maxRows: productFileMaxRows,
    messages: productImportMessages,
    readHeader(header) {
      programColumns = header.map((heading) => normalizeHeading(heading).replace(/^g:/, ''))
      // Several lines of another program's file can describe one product, so these lines are parsed together below.
      if (findProgram(programColumns)) return { isIgnored, parseRow: (cells, line) => parseRow(cells, [], line) }
      const columns = header.map(toColumn)
      if (!columns.includes('name') && !columns.includes('product_id')) return undefined
      return { isIgnored, parseRow: (cells, line) => parseRow(cells, columns, line) }
    },
  })
  if (typeof parsed === 'string') return parsed
  const program = findProgram(programColumns)
  if (program === undefined) return { ...parsed, rows: rejectRepeatedIds(parsed.rows), program: null, skipped: [] }
  const { rows, skipped, ignoredPlaces } = readProgramFile(program, programColumns, parsed.rows)
  const { header } = parsed
  return { header, ignoredColumns: ignoredPlaces.map((place) => header[place] ?? ''), rows, program: program.name, skipped }
}

export const parser = createFileParser(import.meta.url, readProductFile)

function toColumn(heading: string): ImportColumn | undefined {
  const name = normalizeHeading(heading)
  return importColumns.find((column) => column === name) ?? findOwnValue(columnAliases, name)
}

/** Normalizes a column name. For example, "Image URL" and "image-url" become image_url. */
function normalizeHeading(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/**
 * Returns whether to tell the owner that an import ignores the column. False for columns of our own exports and
 * reports.
 */
function isIgnored(heading: string): boolean {
  const known: readonly string[] = [...exportColumns, ...reportColumns]
  return toColumn(heading) === undefined && !known.includes(normalizeHeading(heading))
}
