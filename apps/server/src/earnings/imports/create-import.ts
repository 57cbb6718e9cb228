import { type EarningsImport, type EarningsImportId, waitingEarningsImportsPerProject } from '@linkshelf/contract'
import { mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueImportJob, readUpload } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteOldWaitingImports, insertImport, lockImportListForUpdate, selectUnfinishedImport } from './import-table.ts'
import { toEarningsImport } from './to-earnings-import.ts'

export const checkEarningsImportTask = 'check-earnings-import'

/**
 * Stores a report, and checks it in a job. Returns the present import of the same file if there is
 * one that has not ended.
 */
export async function createImport({ ids }: Pick<Deps, 'ids'>, ctx: ProjectContext, upload: File): Promise<EarningsImport> {
  const { project } = ctx
  const uploaded = await readUpload(upload, 'report.csv')
  return mutate(ctx, { action: 'earnings_import.create', entity: 'earnings_import' }, async (tx, change) => {
    await lockImportListForUpdate(tx, project.id)
    const present = await selectUnfinishedImport(tx, project.id, uploaded.file_hash)
    const row = present ?? (await insertImport(tx, ctx, { ...uploaded, id: ids.next<EarningsImportId>(), created_at: ctx.now }))
    if (present === undefined) {
      await deleteOldWaitingImports(tx, project.id, waitingEarningsImportsPerProject)
      await enqueueImportJob(tx, checkEarningsImportTask, ctx, row.id)
    }
    Object.assign(change, { entityId: row.id, after: { name: row.file_name, file_hash: uploaded.file_hash } })
    return toEarningsImport(row)
  })
}
