// Every statement on `link_imports` and `link_import_issues`.
import type { FileImportState, LinkImportId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { issueTable, type StoredIssue } from '../../file-imports/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

interface ImportTable {
  id: LinkImportId
  organization_id: OrganizationId
  project_id: ProjectId
  file_name: string
  file_hash: string
  file: Buffer | null
  state: FileImportState
  failure: string | null
  replaces_slugs: boolean
  header: string[]
  ignored_columns: string[]
  row_count: number
  processed_count: number
  created_count: number
  skipped_count: number
  rejected_count: number
  over_limit_count: number
  unusable_slug_count: number
  incomplete_count: number
  /** The number of short names that a checked file would choose, or that a running import may still choose. */
  slug_count: number
  created_at: Date
  finished_at: Date | null
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_imports: ImportTable
    link_import_issues: StoredIssue<LinkImportId>
  }
}

export const importIssues = issueTable<LinkImportId>('link_import_issues')

const importColumns = [
  'id',
  'file_name',
  'state',
  'failure',
  'replaces_slugs',
  'header',
  'ignored_columns',
  'row_count',
  'processed_count',
  'created_count',
  'skipped_count',
  'rejected_count',
  'over_limit_count',
  'unusable_slug_count',
  'incomplete_count',
  'slug_count',
  'created_at',
  'finished_at',
] as const

export type ImportRow = Pick<Selectable<ImportTable>, (typeof importColumns)[number]>
export type ImportValues = Updateable<Omit<ImportTable, 'id' | 'organization_id' | 'project_id'>>

export const noCounts = {
  processed_count: 0,
  created_count: 0,
  skipped_count: 0,
  rejected_count: 0,
  over_limit_count: 0,
  unusable_slug_count: 0,
  incomplete_count: 0,
}

function importsOf(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('link_imports').select(importColumns).where('project_id', '=', projectId)
}

/** Latest first. */
export function selectImports(tx: Tx, projectId: ProjectId): Promise<ImportRow[]> {
  return importsOf(tx, projectId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function selectImport(tx: Tx, projectId: ProjectId, importId: LinkImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).executeTakeFirst()
}

export function lockImportForUpdate(tx: Tx, projectId: ProjectId, importId: LinkImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).forUpdate().executeTakeFirst()
}

/** Locks the list of imports until the transaction ends: no other transaction adds one. */
export async function lockImportListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link-imports:${projectId}`}, 0))`.execute(tx)
}

/** The import of the same file that has not ended. Relies on link_imports_unfinished_idx. */
export function selectUnfinishedImport(tx: Tx, projectId: ProjectId, fileHash: string): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['checking', 'ready', 'importing'])
    .executeTakeFirst()
}

/** Null once everything in it is imported; undefined without such an import. */
export async function selectImportFile(tx: Tx, projectId: ProjectId, importId: LinkImportId): Promise<Buffer | null | undefined> {
  const row = await tx
    .selectFrom('link_imports')
    .select('file')
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .executeTakeFirst()
  return row?.file
}

type NewImport = Pick<Insertable<ImportTable>, 'id' | 'file_name' | 'file_hash' | 'file' | 'created_at'>

export function insertImport(tx: Tx, { organization, project }: ProjectContext, added: NewImport): Promise<ImportRow> {
  const open = { state: 'checking' as const, failure: null, replaces_slugs: false, row_count: 0, slug_count: 0, finished_at: null }
  const lists = { header: toJson([]), ignored_columns: toJson([]) }
  return tx
    .insertInto('link_imports')
    .values({ ...added, ...open, ...noCounts, ...lists, organization_id: organization.id, project_id: project.id })
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

/** The caller has locked the import. */
export function updateImport(tx: Tx, projectId: ProjectId, importId: LinkImportId, values: ImportValues): Promise<ImportRow> {
  const { header, ignored_columns, ...others } = values as Partial<ImportTable>
  return tx
    .updateTable('link_imports')
    .set({
      ...others,
      ...(header && { header: toJson(header) }),
      ...(ignored_columns && { ignored_columns: toJson(ignored_columns) }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteImportRow(tx: Tx, projectId: ProjectId, importId: LinkImportId): Promise<void> {
  await tx.deleteFrom('link_imports').where('project_id', '=', projectId).where('id', '=', importId).execute()
}

/** Sends text, because the driver would write a list as a PostgreSQL array. */
function toJson(list: string[]) {
  return sql<string[]>`${JSON.stringify(list)}::json`
}
