// Every statement on `earnings_imports` and `earnings_import_issues`.
import type { DateOrder, EarningsImport, EarningsImportId, FileImportState, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { issueTable, type StoredIssue } from '../../file-imports/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

/** The properties of a report that the server read from the file. */
export type Understood = Pick<
  EarningsImport,
  | 'retailer'
  | 'report'
  | 'from'
  | 'to'
  | 'skipped'
  | 'totals'
  | 'columns'
  | 'ignored_columns'
  | 'tracking_ids'
  | 'questions'
  | 'date_example'
>

interface ImportTable {
  id: EarningsImportId
  organization_id: OrganizationId
  project_id: ProjectId
  file_name: string
  file_hash: string
  file: Buffer | null
  state: FileImportState
  failure: string | null
  understood: Understood | null
  date_order: DateOrder | null
  currency: string | null
  header: string[]
  row_count: number
  processed_count: number
  added_count: number
  known_count: number
  rejected_count: number
  created_at: Date
  finished_at: Date | null
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    earnings_imports: ImportTable
    earnings_import_issues: StoredIssue<EarningsImportId>
  }
}

export const importIssues = issueTable<EarningsImportId>('earnings_import_issues')

const importColumns = [
  'id',
  'file_name',
  'state',
  'failure',
  'understood',
  'date_order',
  'currency',
  'header',
  'row_count',
  'processed_count',
  'added_count',
  'known_count',
  'rejected_count',
  'created_at',
  'finished_at',
] as const

export type ImportRow = Pick<Selectable<ImportTable>, (typeof importColumns)[number]>
export type ImportValues = Updateable<Omit<ImportTable, 'id' | 'organization_id' | 'project_id'>>

export const noCounts = { processed_count: 0, added_count: 0, known_count: 0, rejected_count: 0 }

/** How many imports are listed. */
const maxListed = 200

function importsOf(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('earnings_imports').select(importColumns).where('project_id', '=', projectId)
}

/** Latest first. */
export function selectImports(tx: Tx, projectId: ProjectId): Promise<ImportRow[]> {
  return importsOf(tx, projectId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(maxListed).execute()
}

export function selectImport(tx: Tx, projectId: ProjectId, importId: EarningsImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).executeTakeFirst()
}

export function lockImportForUpdate(tx: Tx, projectId: ProjectId, importId: EarningsImportId): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId).where('id', '=', importId).forUpdate().executeTakeFirst()
}

/** Locks the list of imports until the transaction ends: no other transaction adds one. */
export async function lockImportListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`earnings-imports:${projectId}`}, 0))`.execute(tx)
}

/** The import of the same file that has not ended. Relies on earnings_imports_unfinished_idx. */
export function selectUnfinishedImport(tx: Tx, projectId: ProjectId, fileHash: string): Promise<ImportRow | undefined> {
  return importsOf(tx, projectId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['checking', 'ready', 'importing'])
    .executeTakeFirst()
}

/** Deletes imports that brought nothing, but for the latest ones. */
export async function deleteOldWaitingImports(tx: Tx, projectId: ProjectId, remaining: number): Promise<void> {
  const old = tx
    .selectFrom('earnings_imports')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', 'in', ['checking', 'ready', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(remaining)
  await tx.deleteFrom('earnings_imports').where('id', 'in', old).execute()
}

/** Null once everything in it is imported; undefined without such an import. */
export async function selectImportFile(tx: Tx, projectId: ProjectId, importId: EarningsImportId): Promise<Buffer | null | undefined> {
  const row = await tx
    .selectFrom('earnings_imports')
    .select('file')
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .executeTakeFirst()
  return row?.file
}

export type NewImport = Pick<Insertable<ImportTable>, 'id' | 'file_name' | 'file_hash' | 'file' | 'created_at'>

export function insertImport(tx: Tx, { organization, project }: ProjectContext, added: NewImport): Promise<ImportRow> {
  const open = { state: 'checking' as const, failure: null, understood: null, date_order: null, currency: null, finished_at: null }
  return tx
    .insertInto('earnings_imports')
    .values({ ...added, ...open, ...noCounts, row_count: 0, header: toJson([]), organization_id: organization.id, project_id: project.id })
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

/** The caller has locked the import. */
export function updateImport(tx: Tx, projectId: ProjectId, importId: EarningsImportId, values: ImportValues): Promise<ImportRow> {
  const { header, understood, ...others } = values as Partial<ImportTable>
  return tx
    .updateTable('earnings_imports')
    .set({ ...others, ...(header && { header: toJson(header) }), ...(understood && { understood: toJson(understood) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', importId)
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteImportRow(tx: Tx, projectId: ProjectId, importId: EarningsImportId): Promise<void> {
  await tx.deleteFrom('earnings_imports').where('project_id', '=', projectId).where('id', '=', importId).execute()
}

/** Sends text, because the driver would write a list as a PostgreSQL array. */
function toJson<Value>(value: Value) {
  return sql<Value>`${JSON.stringify(value)}::json`
}
