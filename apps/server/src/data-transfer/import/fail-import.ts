import { fail, ignoreDeleted, mutate } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { refundImport, toCreationCounts } from './archive-limits.ts'
import { type ImportTask, type OpenImport, openImportJob } from './data-import-jobs.ts'
import { deleteImportParts, lockImportForUpdate, updateImport } from './data-import-table.ts'
import { deleteImportedProjects } from './imported-rows.ts'
import { archiveLimitFailure } from './read-planned-files.ts'

/**
 * Fails an import with a reason for the owner, and deletes the data that it has imported. Does nothing if the import's
 * state has changed or the import was deleted.
 */
export async function failImport(deps: OriginDeps, { ctx, row }: OpenImport, failure: string): Promise<void> {
  const action = row.state === 'checking' ? 'data_import.check' : 'data_import.import_file'
  const work = mutate(ctx, { action, entity: 'data_import', entityId: row.id }, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.organization.id, row.id)
    if (locked?.state !== row.state) fail('NOT_FOUND')
    change.after = { file_name: row.file_name, failure }
    if (row.state === 'importing') {
      await deleteImportedProjects(tx, ctx, row.project_ids)
      await refundImport(tx, ctx, toCreationCounts(row))
    }
    await deleteImportParts(tx, row.id)
    await updateImport(tx, row.id, { state: 'failed', failure, finished_at: deps.clock.now() })
  })
  await ignoreDeleted(work)
}

/** Fails an import if the process died twice while it ran the import's job. */
export async function giveUpImport(deps: OriginDeps, task: ImportTask, payload: unknown): Promise<void> {
  const job = await openImportJob(deps, task, payload)
  const state = task === 'check-data-import' ? 'checking' : 'importing'
  if (job?.row.state === state) await failImport(deps, job, archiveLimitFailure)
}
