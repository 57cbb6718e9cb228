import type { EarningsImport, EarningsImportId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../../access/index.ts'
import { issueReport } from '../../file-imports/index.ts'
import type { CsvFile } from '../../platform/csv/csv-file.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ImportRow, importIssues, selectImport, selectImports } from './import-table.ts'
import { toEarningsImport } from './to-earnings-import.ts'

/** Latest first. */
export async function listImports(ctx: ProjectContext): Promise<EarningsImport[]> {
  return (await read(ctx, (tx) => selectImports(tx, ctx.project.id))).map(toEarningsImport)
}

/** Throws EARNINGS_IMPORT_NOT_FOUND. */
export async function getImport(ctx: ProjectContext, importId: EarningsImportId): Promise<EarningsImport> {
  return toEarningsImport(await getImportRow(ctx, importId))
}

/** The rows that were rejected. Throws EARNINGS_IMPORT_NOT_FOUND. */
export async function getImportReport({ log }: Pick<Deps, 'log'>, ctx: ProjectContext, importId: EarningsImportId): Promise<CsvFile> {
  const file = await getImportRow(ctx, importId)
  return issueReport(log, file, (page) => read(ctx, (tx) => importIssues.select(tx, ctx.project.id, importId, page)))
}

async function getImportRow(ctx: ProjectContext, importId: EarningsImportId): Promise<ImportRow> {
  return (await read(ctx, (tx) => selectImport(tx, ctx.project.id, importId))) ?? fail('EARNINGS_IMPORT_NOT_FOUND')
}
