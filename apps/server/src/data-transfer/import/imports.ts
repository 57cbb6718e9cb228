import { type DataImport, type DataImportDraft, type DataImportId, dataImportPartBytes } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, organizationCall, read } from '../../access/index.ts'
import type { CoreDeps, Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { requireStorage } from '../../storage/index.ts'
import { findCreationLimitFailure, rateLimitImport, refundImport, toCreationCounts } from './archive-limits.ts'
import { findLinkLimitFailure } from './check-import.ts'
import { enqueueImportJob } from './data-import-jobs.ts'
import {
  deleteImportRow,
  type ImportRow,
  insertImport,
  insertImportPart,
  lockImportForUpdate,
  selectImport,
  selectImports,
  selectUnfinishedImport,
  toDataImport,
  updateImport,
} from './data-import-table.ts'
import { deleteImportedProjects } from './imported-rows.ts'

const calls = organizationCall.dataImports

export function dataImportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(deps, context.ctx, input.body)),
    addPart: calls.addPart.handler(({ context, input: { params, body } }) =>
      addPart(context.ctx, { importId: params.dataImportId, number: params.number, file: body.file }),
    ),
    list: calls.list.handler(({ context }) => listImports(context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(context.ctx, input.params.dataImportId)),
    start: calls.start.handler(({ context, input }) => startImport(context.ctx, input.params.dataImportId)),
    delete: calls.delete.handler(({ context, input }) => deleteImport(context.ctx, input.params.dataImportId)),
  }
}

/**
 * Starts an upload. If an upload with the same name and size exists, returns it. Throws DATA_IMPORT_UNFINISHED or
 * UPLOAD_SPACE_EXHAUSTED. Owners only.
 */
export function createImport({ ids }: CoreDeps, ctx: OrganizationContext, draft: DataImportDraft): Promise<DataImport> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'data_import.create', entity: 'data_import' }, async (tx, change) => {
    const values = {
      id: ids.next<DataImportId>(),
      organization_id: id,
      file_name: draft.file_name,
      byte_count: draft.bytes,
      created_at: ctx.now,
    }
    const added = await insertImport(tx, values)
    if (added !== undefined) await requireStorage(tx, ctx, 'archives', draft.bytes)
    const row = added ?? (await selectUnfinishedImport(tx, id))
    if (row?.file_name !== draft.file_name || row.byte_count !== draft.bytes) fail('DATA_IMPORT_UNFINISHED')
    change.entityId = row.id
    change.after = draft
    return toDataImport(tx, row)
  })
}

/**
 * Stores the next part of an upload. If the part is already stored, nothing changes. The last part starts the check.
 * Throws DATA_IMPORT_NOT_FOUND, DATA_IMPORT_PART_UNEXPECTED or UPLOAD_SPACE_EXHAUSTED. Owners only.
 */
export async function addPart(
  ctx: OrganizationContext,
  { importId, number, file }: { importId: DataImportId; number: number; file: File },
): Promise<DataImport> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const mutation = { action: 'data_import.add_part', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    change.after = { file_name: present.file_name, number, bytes: bytes.length }
    if (number < present.part_count) return toDataImport(tx, present)
    const expectedBytes = Math.min(dataImportPartBytes, present.byte_count - present.received_bytes)
    if (present.state !== 'uploading' || number !== present.part_count || bytes.length !== expectedBytes)
      fail('DATA_IMPORT_PART_UNEXPECTED')

    await requireStorage(tx, ctx, 'archives', bytes.length)
    await insertImportPart(tx, present, bytes)
    const received_bytes = present.received_bytes + bytes.length
    const isLast = received_bytes === present.byte_count
    const values = { part_count: number + 1, received_bytes, ...(isLast && { state: 'checking' as const }) }
    const row = await updateImport(tx, importId, values)
    if (isLast) await enqueueImportJob(tx, 'check-data-import', row)
    return toDataImport(tx, row)
  })
}

/** Returns the organization's latest imports, latest first. Owners only. */
function listImports(ctx: OrganizationContext): Promise<DataImport[]> {
  return read(ctx, async (tx) => {
    const imports: DataImport[] = []
    for (const row of await selectImports(tx, ctx.organization.id)) imports.push(await toDataImport(tx, row))
    return imports
  })
}

/** Throws DATA_IMPORT_NOT_FOUND. Owners only. */
export function getImport(ctx: OrganizationContext, importId: DataImportId): Promise<DataImport> {
  return read(ctx, async (tx) => toDataImport(tx, (await selectImport(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')))
}

/**
 * Enqueues a job that imports a checked archive. If the import is running, enqueues a new job, because its job may have
 * failed permanently. If the import is done, nothing changes. Throws DATA_IMPORT_NOT_FOUND. Throws
 * DATA_IMPORT_NOT_READY if the archive is not checked, or if the plan no longer allows it. Throws TOO_MANY_REQUESTS if
 * a rate limit leaves too little for the archive. Owners only.
 */
export function startImport(ctx: OrganizationContext, importId: DataImportId): Promise<DataImport> {
  const mutation = { action: 'data_import.start', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    change.after = { file_name: present.file_name }
    if (present.state === 'done') return toDataImport(tx, present)
    if (present.state !== 'ready' && present.state !== 'importing') fail('DATA_IMPORT_NOT_READY')
    if (present.state === 'ready') {
      if (present.slug_count === null) return checkAgain(tx, present)
      const counts = toCreationCounts(present)
      const failure = findLinkLimitFailure(ctx.entitlements, present.summary?.projects ?? []) ?? findCreationLimitFailure(ctx, counts)
      if (failure !== undefined) fail('DATA_IMPORT_NOT_READY', undefined, failure)
      await rateLimitImport(tx, ctx, counts)
    }
    const row = await updateImport(tx, importId, { state: 'importing' })
    await enqueueImportJob(tx, 'import-data', row)
    return toDataImport(tx, row)
  })
}

/**
 * Checks an archive again if an earlier version checked it, because that version did not count what the import would
 * create.
 */
async function checkAgain(tx: Tx, present: ImportRow): Promise<DataImport> {
  const row = await updateImport(tx, present.id, { state: 'checking' })
  await enqueueImportJob(tx, 'check-data-import', row)
  return toDataImport(tx, row)
}

/**
 * Deletes an import. If the import is running, also deletes the imported data. Only the organization's next import can
 * then use the slugs of the deleted links. Throws DATA_IMPORT_NOT_FOUND. Owners only.
 */
export function deleteImport(ctx: OrganizationContext, importId: DataImportId): Promise<void> {
  const mutation = { action: 'data_import.delete', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const row = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    change.before = { file_name: row.file_name, state: row.state }
    if (row.state === 'importing') {
      await deleteImportedProjects(tx, ctx, row.project_ids)
      await refundImport(tx, ctx, toCreationCounts(row))
    }
    await deleteImportRow(tx, importId)
  })
}
