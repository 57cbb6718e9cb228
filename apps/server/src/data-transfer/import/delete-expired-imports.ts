import { type DataImportId, importReportDays, type OrganizationId } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import { deleteImportRow, lockImportForUpdate } from './data-import-table.ts'

export const deleteExpiredDataImportsTask = 'delete-old-data-imports'

const dayMs = 86_400_000
/** Maximum number of imports that one run deletes. The next run continues. */
const maxDeletedAtOnce = 1_000

/**
 * Runs the hourly job: deletes archives that were uploaded a day ago and not imported, and imports that ended 30 days
 * ago. Does not delete running imports or imported data. `deps.db` must use the database account of the jobs process.
 * Returns how many imports it deleted.
 */
export async function deleteExpiredDataImports(deps: CoreDeps): Promise<number> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteExpiredDataImportsTask }, source: 'job' })
  const expired = await selectExpiredImports(deps.db, deps.clock.now())
  for (const { id, organization_id } of expired) {
    const ctx = await findSystemContext(job, organization_id)
    if (ctx === undefined) continue
    const mutation = { action: 'data_import.delete', entity: 'data_import', entityId: id } as const
    const deletion = mutate(ctx, mutation, async (tx, change) => {
      const row = await lockImportForUpdate(tx, organization_id, id)
      // An import that was started after it was selected is not deleted.
      if (row === undefined || row.state === 'importing') fail('NOT_FOUND')
      change.before = { file_name: row.file_name, state: row.state }
      await deleteImportRow(tx, id)
    })
    await ignoreDeleted(deletion)
  }
  return expired.length
}

/** Selects the imports to delete, oldest first. `db` must use the database account of the jobs process. */
function selectExpiredImports(db: Db, now: Date): Promise<{ id: DataImportId; organization_id: OrganizationId }[]> {
  const subtractDays = (days: number) => new Date(now.getTime() - days * dayMs)
  return db
    .selectFrom('data_imports')
    .select(['id', 'organization_id'])
    .where(({ and, or, eb }) =>
      or([
        and([eb('state', 'in', ['uploading', 'checking', 'ready']), eb('created_at', '<', subtractDays(1))]),
        and([eb('state', 'in', ['done', 'failed']), eb('finished_at', '<', subtractDays(importReportDays))]),
      ]),
    )
    .orderBy('created_at')
    .limit(maxDeletedAtOnce)
    .execute()
}
