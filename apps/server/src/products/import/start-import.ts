import type { ProductImport, ProductImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueImportJob } from '../../file-imports/index.ts'
import { importIssues, lockImportForUpdate, noCounts, updateImport } from './import-table.ts'
import { toProductImport } from './to-product-import.ts'

/**
 * Imports a checked file in a job. One that is running continues, in a new job in case its own has failed for good;
 * one that is done stays so. Throws PRODUCT_IMPORT_NOT_FOUND, and PRODUCT_IMPORT_NOT_READY for a file that is not
 * checked or can't be imported.
 */
export function startImport(
  ctx: ProjectContext,
  { importId, createsCategories }: { importId: ProductImportId; createsCategories: boolean },
): Promise<ProductImport> {
  const { project } = ctx
  const mutation = { action: 'product_import.start', entity: 'product_import', entityId: importId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, project.id, importId)) ?? fail('PRODUCT_IMPORT_NOT_FOUND')
    if (present.state === 'checking' || present.state === 'failed') fail('PRODUCT_IMPORT_NOT_READY')
    if (present.state === 'done') return toProductImport(present)

    if (present.state === 'ready') await importIssues.deleteAll(tx, project.id, importId)
    const started = { state: 'importing' as const, creates_categories: createsCategories, ...noCounts }
    const row = present.state === 'ready' ? await updateImport(tx, project.id, importId, started) : present
    await enqueueImportJob(tx, 'import-products', ctx, importId)
    change.after = { file_name: row.file_name, create_categories: row.creates_categories }
    return toProductImport(row)
  })
}
