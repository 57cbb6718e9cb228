import type { ProductImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { deleteImportRow, lockImportForUpdate } from './import-table.ts'

/**
 * A running import stops after the batch it works on, and what it has imported stays. Throws PRODUCT_IMPORT_NOT_FOUND.
 */
export function deleteImport(ctx: ProjectContext, importId: ProductImportId): Promise<void> {
  const mutation = { action: 'product_import.delete', entity: 'product_import', entityId: importId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockImportForUpdate(tx, ctx.project.id, importId)) ?? fail('PRODUCT_IMPORT_NOT_FOUND')
    change.before = { file_name: before.file_name, state: before.state, processed: before.processed_count }
    await deleteImportRow(tx, ctx.project.id, importId)
  })
}
