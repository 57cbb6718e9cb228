// Every statement on `product_imports` and `product_import_issues`.
import type { FileImportState, OrganizationId, ProductImportId, ProjectId } from '@linkshelf/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { issueTable, type StoredIssue } from '../../file-imports/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

interface ImportCounts {
  row_count: number
  processed_count: number
  created_count: number
  updated_count: number
  rejected_count: number
  incomplete_count: number
  link_count: number
  links_over_limit_count: number
}

interface ImportTable extends ImportCounts {
  id: ProductImportId
  organization_id: OrganizationId
  project_id: ProjectId
  file_name: string
  file_hash: string
  file: Buffer | null
  state: FileImportState
  failure: string | null
  creates_categories: boolean
  header: string[]
  ignored_columns: string[]
  missing_categories: string[]
  created_at: Date
  finished_at: Date | null
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    product_imports: ImportTable
    product_import_issues: StoredIssue<ProductImportId>
  }
}

export const importIssues = issueTable<ProductImportId>('product_import_issues')

const importColumns = [
  'id',
  'file_name',
  'state',
  'failure',
  'creates_categories',
  'header',
  'ignored_columns',
  'missing_categories',
  'row_count',
  'processed_count',
  'created_count',
  'updated_count',
  'rejected_count',
  'incomplete_count',
  'link_count',
  'links_over_limit_count',
  'created_at',
  'finished_at',
] as const

export type ImportRow = Pick<Selectable<ImportTable>, (typeof importColumns)[number]>
export type ImportValues = Updateable<Omit<ImportTable, 'id' | 'organization_id' | 'project_id'>>

export const noCounts: Omit<ImportCounts, 'row_count'> = {
  processed_count: 0,
  created_count: 0,
  updated_count: 0,
  rejected_count: 0,
  incomplete_count: 0,
  link_count: 0,
  links_over_limit_count: 0,
}

function importsOf(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('product_imports').select(importColumns).where('project_id', '=', projectId)
}

/** Latest first. */
export function selectImports(tx: Tx, projectId: ProjectId): Promise<ImportRow[]> {
  return importsOf(tx, projectId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function selectImport(tx: Tx, projectId: ProjectId, importId: ProductImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).executeTakeFirst()
}

export function lockImportForUpdate(tx: Tx, projectId: ProjectId, importId: ProductImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).forUpdate().executeTakeFirst()
}

/** Locks the list of imports until the transaction ends: no other transaction adds one. */
export async function lockImportListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`product-imports:${projectId}`}, 0))`.execute(tx)
}

/** The import of the same file that has not ended. Relies on product_imports_unfinished_idx. */
export function selectUnfinishedImport(tx: Tx, projectId: ProjectId, fileHash: string): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['checking', 'ready', 'importing'])
    .executeTakeFirst()
}

/** Null once everything in it is imported; undefined without such an import. */
export async function selectImportFile(tx: Tx, projectId: ProjectId, importId: ProductImportId): Promise<Buffer | null | undefined> {
  const row = await tx
    .selectFrom('product_imports')
    .select('file')
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .executeTakeFirst()
  return row?.file
}

export type NewImport = Pick<Insertable<ImportTable>, 'id' | 'file_name' | 'file_hash' | 'file' | 'created_at'>

export function insertImport(tx: Tx, { organization, project }: ProjectContext, added: NewImport): Promise<ImportRow> {
  const defaults = { state: 'checking' as const, failure: null, creates_categories: false, row_count: 0, finished_at: null, ...noCounts }
  const lists = { header: toJson([]), ignored_columns: toJson([]), missing_categories: toJson([]) }
  return tx
    .insertInto('product_imports')
    .values({ ...added, ...defaults, ...lists, organization_id: organization.id, project_id: project.id })
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

/** The caller has locked the import. */
export function updateImport(tx: Tx, projectId: ProjectId, importId: ProductImportId, values: ImportValues): Promise<ImportRow> {
  const { header, ignored_columns, missing_categories, ...others } = values as Partial<ImportTable>
  return tx
    .updateTable('product_imports')
    .set({
      ...others,
      ...(header && { header: toJson(header) }),
      ...(ignored_columns && { ignored_columns: toJson(ignored_columns) }),
      ...(missing_categories && { missing_categories: toJson(missing_categories) }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteImportRow(tx: Tx, projectId: ProjectId, importId: ProductImportId): Promise<void> {
  await tx.deleteFrom('product_imports').where('project_id', '=', projectId).where('id', '=', importId).execute()
}

/** Sends text, because the driver would write a list as a PostgreSQL array. */
function toJson(list: string[]) {
  return sql<string[]>`${JSON.stringify(list)}::json`
}
