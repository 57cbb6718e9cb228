import type { DataExport, DataExportId, ProjectId } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { deleteOldExports, insertExport, selectRunningExport } from './export-table.ts'
import { toDataExport } from './to-data-export.ts'
import { writeArchiveTask } from './write-archive.ts'

/** Starts an export, or continues the one that runs, in a new job in case its own has failed for good. Owners only. */
export function createExport({ ids }: Pick<Deps, 'ids'>, ctx: OrganizationContext): Promise<DataExport> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'data_export.create', entity: 'data_export' }, async (tx, change) => {
    const projectIds = await selectProjectIds(tx, ctx)
    const added = { id: ids.next<DataExportId>(), organization_id: id, project_ids: projectIds, created_at: ctx.now }
    const inserted = await insertExport(tx, added)
    if (inserted !== undefined) await deleteOldExports(tx, id)
    const row = inserted ?? (await selectRunningExport(tx, id)) ?? fail('NOT_FOUND')
    await enqueueJob(
      tx,
      writeArchiveTask,
      { organizationId: id, exportId: row.id },
      { key: `${writeArchiveTask}:${row.id}`, maxAttempts: 25 },
    )
    change.entityId = row.id
    return toDataExport(row)
  })
}

async function selectProjectIds(tx: Tx, { organization }: OrganizationContext): Promise<ProjectId[]> {
  const rows = await tx.selectFrom('projects').select('id').where('organization_id', '=', organization.id).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
