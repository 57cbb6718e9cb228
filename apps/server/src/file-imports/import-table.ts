// Every statement on `file_imports` and `file_import_issues`.
import type { FileImportId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { ImportKind, ImportRow, ImportTypes } from './import-kind.ts'
import type { IssuePosition, IssueRow } from './issue-report.ts'

interface ImportTable extends ImportRow<ImportTypes> {
  organization_id: OrganizationId
  project_id: ProjectId
  kind: string
  file_hash: string
  file: Buffer | null
}

interface IssueTable extends IssueRow {
  organization_id: OrganizationId
  project_id: ProjectId
  import_id: FileImportId
}

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    file_imports: ImportTable
    file_import_issues: IssueTable
  }
}

const importColumns = [
  'id',
  'file_name',
  'state',
  'failure',
  'header',
  'ignored_columns',
  'details',
  'choices',
  'counts',
  'row_count',
  'processed_count',
  'created_at',
  'finished_at',
  'undo',
] as const

type Kind<T extends ImportTypes> = Pick<ImportKind<T>, 'kind' | 'noCounts' | 'keepsDone'>

/** Maximum number of imports in a list. */
const maxListed = 200

function createImportQuery<T extends ImportTypes>(tx: Tx, { kind }: Kind<T>, projectId: ProjectId) {
  return tx.selectFrom('file_imports').where('project_id', '=', projectId).where('kind', '=', kind)
}

/**
 * Adds missing counts as 0. The type is guaranteed, because the row's kind wrote the JSON, or the migration copied it
 * from the kind's own table.
 */
function toImportRow<T extends ImportTypes>({ noCounts }: Kind<T>, row: Pick<Selectable<ImportTable>, (typeof importColumns)[number]>) {
  return { ...row, counts: { ...noCounts, ...row.counts } } as ImportRow<T>
}

/** Selects the imports of a kind, latest first. Relies on file_imports_created_at_idx. */
export async function selectImports<T extends ImportTypes>(tx: Tx, kind: Kind<T>, projectId: ProjectId): Promise<ImportRow<T>[]> {
  const imports = createImportQuery(tx, kind, projectId).select(importColumns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return (await imports.limit(maxListed).execute()).map((row) => toImportRow(kind, row))
}

export async function selectImport<T extends ImportTypes>(
  tx: Tx,
  kind: Kind<T>,
  projectId: ProjectId,
  importId: FileImportId,
): Promise<ImportRow<T> | undefined> {
  const row = await createImportQuery(tx, kind, projectId).select(importColumns).where('id', '=', importId).executeTakeFirst()
  return row && toImportRow(kind, row)
}

export async function lockImportForUpdate<T extends ImportTypes>(
  tx: Tx,
  kind: Kind<T>,
  projectId: ProjectId,
  importId: FileImportId,
): Promise<ImportRow<T> | undefined> {
  const row = await createImportQuery(tx, kind, projectId).select(importColumns).where('id', '=', importId).forUpdate().executeTakeFirst()
  return row && toImportRow(kind, row)
}

/**
 * Selects the file of an import. Null if all rows are imported or the import has failed. Undefined if the import does
 * not exist.
 */
export async function selectImportFile(tx: Tx, projectId: ProjectId, importId: FileImportId): Promise<Buffer | null | undefined> {
  const files = tx.selectFrom('file_imports').select('file').where('project_id', '=', projectId).where('id', '=', importId)
  return (await files.executeTakeFirst())?.file
}

/** Locks the list of imports until the transaction ends, so that no other transaction adds an import. */
export async function lockImportListForUpdate<T extends ImportTypes>(tx: Tx, { kind }: Kind<T>, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file-imports:${kind}:${projectId}`}, 0))`.execute(tx)
}

/** Selects the import of the same file if it has not ended. Relies on file_imports_unfinished_idx. */
export async function selectUnfinishedImport<T extends ImportTypes>(
  tx: Tx,
  kind: Kind<T>,
  projectId: ProjectId,
  fileHash: string,
): Promise<ImportRow<T> | undefined> {
  const unfinished = createImportQuery(tx, kind, projectId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['checking', 'ready', 'importing'])
  const row = await unfinished.select(importColumns).executeTakeFirst()
  return row && toImportRow(kind, row)
}

export async function insertImport<T extends ImportTypes>(
  tx: Tx,
  kind: Kind<T>,
  { organization, project }: ProjectContext,
  added: Pick<Insertable<ImportTable>, 'id' | 'file_name' | 'file_hash' | 'file' | 'created_at'>,
): Promise<ImportRow<T>> {
  const lists = { header: toJson([]), ignored_columns: toJson([]), counts: toJson(kind.noCounts) }
  const open = {
    state: 'checking',
    failure: null,
    details: null,
    choices: null,
    row_count: 0,
    processed_count: 0,
    finished_at: null,
    undo: null,
  } as const
  const row = await tx
    .insertInto('file_imports')
    .values({ ...added, ...open, ...lists, kind: kind.kind, organization_id: organization.id, project_id: project.id })
    .returning(importColumns)
    .executeTakeFirstOrThrow()
  return toImportRow(kind, row)
}

export type ImportValues<T extends ImportTypes> = Partial<Omit<ImportRow<T>, 'id' | 'file_name' | 'created_at'>> & { file?: null }

/** The caller must have locked the import. */
export async function updateImport<T extends ImportTypes>(
  tx: Tx,
  kind: Kind<T>,
  projectId: ProjectId,
  importId: FileImportId,
  { header, ignored_columns, details, choices, counts, undo, ...others }: ImportValues<T>,
): Promise<ImportRow<T>> {
  const row = await tx
    .updateTable('file_imports')
    .set({
      ...others,
      ...(header && { header: toJson(header) }),
      ...(ignored_columns && { ignored_columns: toJson(ignored_columns) }),
      ...(details && { details: toJson(details) }),
      ...(choices && { choices: toJson(choices) }),
      ...(counts && { counts: toJson(counts) }),
      ...(undo && { undo: toJson(undo) }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .returning(importColumns)
    .executeTakeFirstOrThrow()
  return toImportRow(kind, row)
}

export async function deleteImportRow(tx: Tx, projectId: ProjectId, importId: FileImportId): Promise<void> {
  await tx.deleteFrom('file_imports').where('project_id', '=', projectId).where('id', '=', importId).execute()
}

/**
 * Deletes the oldest imports until a new import fits into the limit. Does not delete running imports, and imports that
 * are being undone. If the kind has `keepsDone`, does not delete completed imports.
 */
export async function deleteOldImports<T extends ImportTypes>(
  tx: Tx,
  kind: Pick<ImportKind<T>, 'kind' | 'noCounts' | 'keepsDone' | 'maxStored'>,
  projectId: ProjectId,
): Promise<void> {
  const latestFirst = createImportQuery(tx, kind, projectId).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
  const counted = latestFirst.offset(kind.maxStored - 1)
  const old = kind.keepsDone ? counted.where('state', 'in', ['checking', 'ready', 'failed']) : counted
  await tx.deleteFrom('file_imports').where('id', 'in', old).where('state', 'not in', ['importing', 'undoing']).execute()
}

/** Selects issues in the order of sheets and lines, after the given position. Relies on file_import_issues_pkey. */
export async function selectIssues(
  tx: Tx,
  projectId: ProjectId,
  importId: FileImportId,
  { after, limit }: { after: IssuePosition; limit: number },
): Promise<IssueRow[]> {
  return tx
    .selectFrom('file_import_issues')
    .select(['sheet', 'line', 'column_names', 'reasons', 'cells'])
    .where('project_id', '=', projectId)
    .where('import_id', '=', importId)
    .where(sql<boolean>`(sheet, line) > (${after.sheet}, ${after.line})`)
    .orderBy('sheet')
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Inserts issues. If a line already has issues, they do not change. */
export async function insertIssues(
  tx: Tx,
  { organization, project }: ProjectContext,
  importId: FileImportId,
  issues: readonly IssueRow[],
): Promise<void> {
  if (issues.length === 0) return
  await sql`insert into file_import_issues (organization_id, project_id, import_id, sheet, line, column_names, reasons, cells)
    select ${organization.id}, ${project.id}, ${importId}, sheet, line, column_names, reasons, cells
    from json_to_recordset(${JSON.stringify(issues)}::json) as given (sheet text, line int, column_names text[], reasons text[], cells json)
    on conflict (import_id, sheet, line) do nothing`.execute(tx)
}

export async function deleteIssues(tx: Tx, projectId: ProjectId, importId: FileImportId): Promise<void> {
  await tx.deleteFrom('file_import_issues').where('project_id', '=', projectId).where('import_id', '=', importId).execute()
}

/** Sends JSON text, because the driver would send a list as a PostgreSQL array. */
function toJson<Value>(value: Value) {
  return sql<Value>`${JSON.stringify(value)}::json`
}
