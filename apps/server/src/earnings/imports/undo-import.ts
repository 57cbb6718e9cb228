import type { EarningsImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueMatching } from '../matching/match-earnings.ts'
import { deleteTransactionsOfImport, lockEarningsForUpdate } from '../records/earning-table.ts'
import { deleteImportRow, lockImportForUpdate } from './import-table.ts'

/**
 * Removes an import with all it brought; one that is running stops after the batch it works on. Throws
 * EARNINGS_IMPORT_NOT_FOUND.
 */
export function undoImport(ctx: ProjectContext, importId: EarningsImportId): Promise<void> {
  return mutate(ctx, { action: 'earnings_import.delete', entity: 'earnings_import', entityId: importId }, async (tx, change) => {
    const before = (await lockImportForUpdate(tx, ctx.project.id, importId)) ?? fail('EARNINGS_IMPORT_NOT_FOUND')
    change.before = { name: before.file_name, state: before.state, processed: before.processed_count, added: before.added_count }
    await lockEarningsForUpdate(tx, ctx.project.id)
    await deleteTransactionsOfImport(tx, ctx.project.id, importId)
    await deleteImportRow(tx, ctx.project.id, importId)
    // Transactions that are current again may never have been matched, since matching skips replaced ones.
    await enqueueMatching(tx, ctx)
  })
}
