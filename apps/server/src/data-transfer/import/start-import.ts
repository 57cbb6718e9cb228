import type { DataImport, DataImportId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext } from '../../access/index.ts'
import { linkLimitFailure } from './check-import.ts'
import { enqueueImportJob } from './import-jobs.ts'
import { lockImportForUpdate, updateImport } from './import-table.ts'
import { toDataImport } from './to-data-import.ts'

/**
 * Imports a checked archive in a job. One that is running continues, in a new job in case its own has failed for good;
 * one that is done stays so. Throws DATA_IMPORT_NOT_FOUND, or DATA_IMPORT_NOT_READY, also when the plan has become too
 * small since the check. Owners only.
 */
export function startImport(ctx: OrganizationContext, importId: DataImportId): Promise<DataImport> {
  const mutation = { action: 'data_import.start', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx) => {
    const present = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    if (present.state === 'done') return toDataImport(tx, present)
    if (present.state !== 'ready' && present.state !== 'importing') fail('DATA_IMPORT_NOT_READY')
    const failure = present.state === 'ready' ? linkLimitFailure(ctx.entitlements, present.summary?.projects ?? []) : undefined
    if (failure !== undefined) fail('DATA_IMPORT_NOT_READY', undefined, failure)
    const row = await updateImport(tx, importId, { state: 'importing' })
    await enqueueImportJob(tx, 'import-data', row)
    return toDataImport(tx, row)
  })
}
