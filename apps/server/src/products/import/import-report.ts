import type { ProductImportId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import type { Cell } from '../../platform/csv/csv.ts'
import { type CsvFile, toCsvFile } from '../../platform/csv/csv-file.ts'
import { toKebabCase } from '../../platform/csv/file-name.ts'
import type { Deps } from '../../platform/deps.ts'
import { reportColumns } from './import-columns.ts'
import { selectImport, selectImportIssues } from './import-table.ts'

const rowsPerPage = 1_000

/**
 * The rows that were rejected or imported in part: line, columns and reasons, and then the cells of the row, so that the file can be corrected and imported.
 * Throws PRODUCT_IMPORT_NOT_FOUND, and NOT_FOUND without products.
 */
export async function getImportReport({ log }: Pick<Deps, 'log'>, ctx: ProjectContext, importId: ProductImportId): Promise<CsvFile> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const { header, file_name } = (await read(ctx, (tx) => selectImport(tx, ctx.project.id, importId))) ?? fail('PRODUCT_IMPORT_NOT_FOUND')
  // A report that is imported again has these columns already.
  const own = header.flatMap((heading, index) => (reportColumns.some((column) => column === heading) ? [] : [index]))
  const columns = [...reportColumns, ...own.map((index) => header[index] ?? '')]
  const name = [toKebabCase(file_name.replace(/\.[a-z]{3}$/i, '')), 'report'].filter(Boolean).join('-')
  return toCsvFile({ columns, pages: issuePages(ctx, importId, own) }, `${name}.csv`, log)
}

async function* issuePages(ctx: ProjectContext, importId: ProductImportId, own: number[]): AsyncGenerator<Cell[][], void, void> {
  let after: number | undefined = 0
  do {
    const page: { after: number; limit: number } = { after, limit: rowsPerPage }
    const rows = await read(ctx, (tx) => selectImportIssues(tx, ctx.project.id, importId, page))
    yield rows.map(({ line, column_names, reasons, cells }) => [
      line,
      [...new Set(column_names)].join('; '),
      reasons.join('; '),
      ...own.map((index) => cells[index] ?? ''),
    ])
    after = rows.length < rowsPerPage ? undefined : rows.at(-1)?.line
  } while (after !== undefined)
}
