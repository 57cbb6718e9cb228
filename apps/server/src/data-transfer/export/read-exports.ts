import type { DataExport, DataExportId } from '@linkshelf/contract'
import { fail, type OrganizationContext, read } from '../../access/index.ts'
import { selectExport, selectExports } from './export-table.ts'
import { toDataExport } from './to-data-export.ts'

/** Latest first. Owners only. */
export async function listExports(ctx: OrganizationContext): Promise<DataExport[]> {
  const rows = await read(ctx, (tx) => selectExports(tx, ctx.organization.id, ctx.now))
  return rows.map(toDataExport)
}

/** Throws DATA_EXPORT_NOT_FOUND. Owners only. */
export async function getExport(ctx: OrganizationContext, exportId: DataExportId): Promise<DataExport> {
  const row = (await read(ctx, (tx) => selectExport(tx, ctx.organization.id, exportId))) ?? fail('DATA_EXPORT_NOT_FOUND')
  return toDataExport(row)
}
