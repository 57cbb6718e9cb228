import { reportColumns } from '../../../file-imports/index.ts'
import { importColumns, type ParsedRow, parseRow } from '../parse-product-row.ts'
import { awin } from './awin-file.ts'
import { googleMerchant } from './google-merchant-file.ts'
import type { ProductProgram, ProgramProduct, ProgramRow } from './program-rows.ts'
import { shopify } from './shopify-file.ts'
import { wooCommerce } from './woocommerce-file.ts'

const programs: readonly ProductProgram[] = [shopify, wooCommerce, awin, googleMerchant]

export function findProgram(columns: readonly string[]): ProductProgram | undefined {
  const names = new Set(columns)
  return programs.find((program) => program.matches(names))
}

interface ProgramFile {
  rows: ParsedRow[]
  skipped: string[]
  /** The indexes of columns that are not imported although at least one row has a value in them. */
  ignoredPlaces: number[]
}

/** Converts the lines of a program's file to import rows, one for each product. */
export function readProgramFile(
  program: ProductProgram,
  columns: readonly string[],
  lines: readonly Pick<ParsedRow, 'line' | 'cells'>[],
): ProgramFile {
  const { products, skipped } = program.toProducts(lines.map((line) => toProgramRow(columns, line)))
  const known: readonly string[] = [...program.columns, ...reportColumns]
  const isUsed = (place: number) => known.includes(columns[place] ?? '')
  const hasValue = (place: number) => lines.some(({ cells }) => (cells[place] ?? '').trim() !== '')
  const ignoredIndexes = columns.flatMap((_, place) => (isUsed(place) || !hasValue(place) ? [] : [place]))
  return { rows: products.map(toRow), skipped, ignoredPlaces: ignoredIndexes }
}

function toProgramRow(columns: readonly string[], { line, cells }: Pick<ParsedRow, 'line' | 'cells'>): ProgramRow {
  const findCell = (name: string) => (cells[columns.indexOf(name)] ?? '').trim()
  return { line, cells, get: (...names) => names.map(findCell).find(Boolean) ?? '' }
}

/**
 * Converts a program's product to a row. If a value breaks our rules, the row lacks the value. If the name is missing
 * or invalid, the row is rejected.
 */
function toRow({ line, cells, values, notes }: ProgramProduct): ParsedRow {
  const columns = importColumns.filter((column) => values[column] !== undefined)
  const row = parseRow(
    columns.map((column) => values[column] ?? ''),
    columns,
    line,
  )
  const lost = row.issues.filter(({ column }) => column !== 'name')
  const { categories, ...rest } = row
  return {
    ...rest,
    ...(categories && !lost.some(({ column }) => column === 'categories') && { categories }),
    cells,
    issues: row.issues.filter(({ column }) => column === 'name'),
    notes: [...notes, ...lost.map(({ column, reason }) => ({ column, reason: `Imported without it: ${reason}` }))],
  }
}
