import type { DataExportId } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteExportRow, lockExportForUpdate, selectExpiredExports } from './export-table.ts'

/** Stops an export that runs, and deletes what is written of it. Throws DATA_EXPORT_NOT_FOUND. Owners only. */
export function deleteExport(ctx: OrganizationContext, exportId: DataExportId): Promise<void> {
  const mutation = { action: 'data_export.delete', entity: 'data_export', entityId: exportId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const row = (await lockExportForUpdate(tx, ctx.organization.id, exportId)) ?? fail('DATA_EXPORT_NOT_FOUND')
    change.before = { state: row.state, bytes: row.byte_count }
    await deleteExportRow(tx, exportId)
  })
}

const deleteExpiredExportsTask = 'delete-expired-exports'

/** The hourly job. `deps.db` works as the account of jobs. Returns how many it deleted. */
export async function deleteExpiredExports(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>): Promise<number> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteExpiredExportsTask }, source: 'job' })
  const expired = await selectExpiredExports(deps.db, deps.clock.now())
  for (const { id, organization_id } of expired) {
    const ctx = await findSystemContext(job, organization_id)
    if (ctx !== undefined) await ignoreDeleted(deleteExport(ctx, id))
  }
  return expired.length
}
