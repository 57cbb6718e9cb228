import { type DataImport, type DataImportDraft, type DataImportId, dataImportPartBytes } from '@linkshelf/contract'
import { fail, mutate, type OrganizationContext, read } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueImportJob } from './import-jobs.ts'
import {
  insertImport,
  insertImportPart,
  lockImportForUpdate,
  selectImport,
  selectImports,
  selectUnfinishedImport,
  updateImport,
} from './import-table.ts'
import { toDataImport } from './to-data-import.ts'

/**
 * Begins an upload, or returns the one of a file with the same name and size. Throws
 * DATA_IMPORT_UNFINISHED. Owners only.
 */
export function createImport({ ids }: Pick<Deps, 'ids'>, ctx: OrganizationContext, draft: DataImportDraft): Promise<DataImport> {
  const { id } = ctx.organization
  return mutate(ctx, { action: 'data_import.create', entity: 'data_import' }, async (tx, change) => {
    const values = {
      id: ids.next<DataImportId>(),
      organization_id: id,
      file_name: draft.file_name,
      byte_count: draft.bytes,
      created_at: ctx.now,
    }
    const row = (await insertImport(tx, values)) ?? (await selectUnfinishedImport(tx, id))
    if (row?.file_name !== draft.file_name || row.byte_count !== draft.bytes) fail('DATA_IMPORT_UNFINISHED')
    change.entityId = row.id
    change.after = draft
    return toDataImport(tx, row)
  })
}

/**
 * Stores the next part; one that is there already stays as it is. The last one starts the check. Throws
 * DATA_IMPORT_NOT_FOUND or DATA_IMPORT_PART_UNEXPECTED. Owners only.
 */
export async function addPart(
  ctx: OrganizationContext,
  { importId, number, file }: { importId: DataImportId; number: number; file: File },
): Promise<DataImport> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const mutation = { action: 'data_import.add_part', entity: 'data_import', entityId: importId } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, ctx.organization.id, importId)) ?? fail('DATA_IMPORT_NOT_FOUND')
    change.after = { number, bytes: bytes.length }
    if (number < present.part_count) return toDataImport(tx, present)
    const expectedBytes = Math.min(dataImportPartBytes, present.byte_count - present.received_bytes)
    if (present.state !== 'uploading' || number !== present.part_count || bytes.length !== expectedBytes)
      fail('DATA_IMPORT_PART_UNEXPECTED')

    await insertImportPart(tx, present, bytes)
    const received_bytes = present.received_bytes + bytes.length
    const isLast = received_bytes === present.byte_count
    const values = { part_count: number + 1, received_bytes, ...(isLast && { state: 'checking' as const }) }
    const row = await updateImport(tx, importId, values)
    if (isLast) await enqueueImportJob(tx, 'check-data-import', row)
    return toDataImport(tx, row)
  })
}

/** Latest first. Owners only. */
export function listImports(ctx: OrganizationContext): Promise<DataImport[]> {
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
