import type { DataImportId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext } from '../../access/index.ts'
import { deleteImportRow, lockImportForUpdate } from './import-table.ts'
import { deleteImportedProjects } from './imported-rows.ts'

/**
 * Deletes an import. If it is not done, the imported data is deleted too, and its slugs are free again. Throws
 * DATA_IMPORT_NOT_FOUND. Owners only.
 */
export function deleteImport(ctx: OrganizationContext, importId: DataImportId): Promise<void> {
  const mutation = { action: 'data_import.delete', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const row = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    change.before = { file_name: row.file_name, state: row.state }
    if (row.state === 'importing') await deleteImportedProjects(tx, row.project_ids)
    await deleteImportRow(tx, importId)
  })
}
