import type { LinkImport, LinkImportId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import { issueReport } from '../../file-imports/index.ts'
import type { CsvFile } from '../../platform/csv/csv-file.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ImportRow, importIssues, selectImport, selectImports } from './import-table.ts'
import { toLinkImport } from './to-link-import.ts'

/** Latest first. */
export async function listImports(ctx: ProjectContext): Promise<LinkImport[]> {
  return (await read(ctx, (tx) => selectImports(tx, ctx.project.id))).map(toLinkImport)
}

/** Throws LINK_IMPORT_NOT_FOUND. */
export async function getImport(ctx: ProjectContext, importId: LinkImportId): Promise<LinkImport> {
  return toLinkImport(await findRow(ctx, importId))
}

/** The rows that were rejected or imported in part. Throws LINK_IMPORT_NOT_FOUND. */
export async function getImportReport({ log }: Pick<Deps, 'log'>, ctx: ProjectContext, importId: LinkImportId): Promise<CsvFile> {
  const file = await findRow(ctx, importId)
  return issueReport(log, file, (page) => read(ctx, (tx) => importIssues.select(tx, ctx.project.id, importId, page)))
}

async function findRow(ctx: ProjectContext, importId: LinkImportId): Promise<ImportRow> {
  return (await read(ctx, (tx) => selectImport(tx, ctx.project.id, importId))) ?? fail('LINK_IMPORT_NOT_FOUND')
}
