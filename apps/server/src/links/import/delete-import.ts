import type { LinkImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { deleteImportRow, lockImportForUpdate } from './import-table.ts'

/** A running import stops after the batch it works on, and what it has imported stays. Throws LINK_IMPORT_NOT_FOUND. */
export function deleteImport(ctx: ProjectContext, importId: LinkImportId): Promise<void> {
  return mutate(ctx, { action: 'link_import.delete', entity: 'link_import', entityId: importId }, async (tx, change) => {
    const before = (await lockImportForUpdate(tx, ctx.project.id, importId)) ?? fail('LINK_IMPORT_NOT_FOUND')
    change.before = { file_name: before.file_name, state: before.state, processed: before.processed_count }
    await deleteImportRow(tx, ctx.project.id, importId)
  })
}
