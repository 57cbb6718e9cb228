import type { DataExport, DataExportId, ProjectId } from '@linkshelf/contract'
import {
  type AccessRevocation,
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type OrganizationContext,
  organizationCall,
  publicCall,
  type RevokedAccess,
  read,
} from '../../access/index.ts'
import type { CoreDeps, Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { requireExportStorage } from '../../storage/index.ts'
import { createDownload, downloadExport } from './download-export.ts'
import {
  deleteDownloads,
  deleteExportRow,
  deleteOldExports,
  insertExport,
  lockExportForUpdate,
  selectDownloadedExports,
  selectExpiredExports,
  selectExport,
  selectExports,
  selectRunningExport,
  toArchiveFileName,
  toDataExport,
} from './export-table.ts'
import { writeArchiveTask } from './write-archive.ts'

const calls = organizationCall.dataExports

export function dataExportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context }) => createExport(deps, context.ctx)),
    list: calls.list.handler(({ context }) => listExports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getExport(context.ctx, input.params.exportId)),
    createDownload: calls.createDownload.handler(({ context, input }) => createDownload(deps, context.ctx, input.params.exportId)),
    delete: calls.delete.handler(({ context, input }) => deleteExport(context.ctx, input.params.exportId)),
    download: publicCall.dataExports.download.handler(({ context, input: { params, headers } }) =>
      downloadExport(context, {
        organizationId: params.orgId,
        exportId: params.exportId,
        secret: params.secret,
        range: headers.range,
        ifRange: headers['if-range'],
      }),
    ),
  }
}

/**
 * Starts an export. If an export is running, enqueues a new job for it, because its job may have failed permanently.
 * Throws UPLOAD_SPACE_EXHAUSTED. Owners only.
 */
export function createExport({ ids }: CoreDeps, ctx: OrganizationContext): Promise<DataExport> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'data_export.create', entity: 'data_export' }, async (tx, change) => {
    const projectIds = await selectProjectIds(tx, ctx)
    const added = { id: ids.next<DataExportId>(), organization_id: id, project_ids: projectIds, created_at: ctx.now }
    const inserted = await insertExport(tx, added)
    if (inserted !== undefined) {
      await deleteOldExports(tx, id)
      await requireExportStorage(tx, ctx)
    }
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

/** Returns the organization's exports, latest first. Owners only. */
export async function listExports(ctx: OrganizationContext): Promise<DataExport[]> {
  const rows = await read(ctx, (tx) => selectExports(tx, ctx.organization.id, ctx.now))
  return rows.map(toDataExport)
}

/** Throws DATA_EXPORT_NOT_FOUND. Owners only. */
export async function getExport(ctx: OrganizationContext, exportId: DataExportId): Promise<DataExport> {
  const row = (await read(ctx, (tx) => selectExport(tx, ctx.organization.id, exportId))) ?? fail('DATA_EXPORT_NOT_FOUND')
  return toDataExport(row)
}

/** Deletes an export and its files. A running export stops. Throws DATA_EXPORT_NOT_FOUND. Owners only. */
export function deleteExport(ctx: OrganizationContext, exportId: DataExportId): Promise<void> {
  const mutation = { action: 'data_export.delete', entity: 'data_export', entityId: exportId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const row = (await lockExportForUpdate(tx, ctx.organization.id, exportId)) ?? fail('DATA_EXPORT_NOT_FOUND')
    change.before = { state: row.state, bytes: row.byte_count }
    await deleteExportRow(tx, exportId)
  })
}

const deleteExpiredExportsTask = 'delete-expired-exports'

/**
 * Runs the hourly job. `deps.db` must use the database account of the jobs process. Returns how many exports it
 * deleted.
 */
export async function deleteExpiredExports(deps: CoreDeps): Promise<number> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteExpiredExportsTask }, source: 'job' })
  const expired = await selectExpiredExports(deps.db, deps.clock.now())
  for (const { id, organization_id } of expired) {
    const ctx = await findSystemContext(job, organization_id)
    if (ctx !== undefined) await ignoreDeleted(deleteExport(ctx, id))
  }
  return expired.length
}

/** Revokes the download addresses of the organization's archives. The archives are not deleted. */
export const revokeDownloads: AccessRevocation = async ({ step, inspect, ctx }) => {
  const exports = (await inspect(ctx, (tx) => selectDownloadedExports(tx, ctx.organization.id, ctx.now))) ?? []
  for (const { id, downloads } of exports) {
    await step(ctx, { action: 'data_export.end_downloads', entity: 'data_export', entityId: id }, async (tx, change) => {
      change.before = { downloads }
      await deleteDownloads(tx, id)
    })
  }
  return exports.flatMap((each) =>
    Array.from({ length: each.downloads }, (): RevokedAccess => ({ kind: 'download address', name: toArchiveFileName(each) })),
  )
}
