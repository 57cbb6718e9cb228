import type { ProductImportId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { issueReport } from '../../file-imports/index.ts'
import type { CsvFile } from '../../platform/csv/csv-file.ts'
import type { Deps } from '../../platform/deps.ts'
import { importIssues, selectImport } from './import-table.ts'

/** The rows that were rejected or imported in part. Throws PRODUCT_IMPORT_NOT_FOUND, and NOT_FOUND without products. */
export async function getImportReport({ log }: Pick<Deps, 'log'>, ctx: ProjectContext, importId: ProductImportId): Promise<CsvFile> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const file = (await read(ctx, (tx) => selectImport(tx, ctx.project.id, importId))) ?? fail('PRODUCT_IMPORT_NOT_FOUND')
  return issueReport(log, file, (page) => read(ctx, (tx) => importIssues.select(tx, ctx.project.id, importId, page)))
}
