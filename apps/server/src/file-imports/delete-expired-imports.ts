import { type AuditAction, type FileImportId, importReportDays, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { type Change, createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Db, Tx } from '../platform/postgres/postgres.ts'
import type { ImportKind, ImportTypes } from './import-kind.ts'
import { deleteImportRow, deleteIssues, lockImportForUpdate } from './import-table.ts'

const dayMs = 86_400_000
/** Maximum number of imports that one run deletes. The next run continues. */
const maxDeletedAtOnce = 1_000

export function toDeleteTaskName({ kind }: { kind: string }): string {
  return `delete-old-${kind}-imports`
}

/**
 * Runs a kind's hourly job. Deletes imports that were uploaded a day ago and not started, and imports that ended 30
 * days ago. If the kind has `keepsDone`, deletes only the report of a completed import. Imported data is not deleted.
 * `deps.db` must use the database account of the jobs process. Returns how many imports it deleted.
 */
export async function deleteExpiredImports<T extends ImportTypes>(kind: ImportKind<T>, deps: CoreDeps): Promise<number> {
  const expired = await selectExpiredImports(deps.db, kind, deps.clock.now())
  await mutateEach(kind, deps, { imports: expired, action: `${kind.entity}.delete` }, async (tx, { id, project_id }, change) => {
    const row = await lockImportForUpdate(tx, kind, project_id, id)
    // Not deleted if the import or its undo was started after the import was selected.
    if (row === undefined || row.state === 'importing' || row.state === 'undoing') fail('NOT_FOUND')
    change.before = { file_name: row.file_name, state: row.state }
    await deleteImportRow(tx, project_id, id)
  })
  return expired.length + (kind.keepsDone === undefined ? 0 : await deleteExpiredReports(kind, deps, kind.keepsDone.deleteReport))
}

async function deleteExpiredReports<T extends ImportTypes>(kind: ImportKind<T>, deps: CoreDeps, action: AuditAction): Promise<number> {
  const expired = await selectExpiredReports(deps.db, kind, deps.clock.now())
  await mutateEach(kind, deps, { imports: expired, action }, async (tx, { id, project_id }, change) => {
    const row = (await lockImportForUpdate(tx, kind, project_id, id)) ?? fail('NOT_FOUND')
    change.before = { file_name: row.file_name }
    await deleteIssues(tx, project_id, id)
  })
  return expired.length
}

/** Runs a mutation for each import, in the import's project. Skips an import that was deleted in the meantime. */
async function mutateEach<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: CoreDeps,
  { imports, action }: { imports: readonly ExpiredImport[]; action: AuditAction },
  work: (tx: Tx, expired: ExpiredImport, change: Change) => Promise<void>,
): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: toDeleteTaskName(kind) }, source: 'job' })
  for (const expired of imports) {
    const ctx = await findSystemContext(job, expired.organization_id, expired.project_id)
    if (ctx === undefined) continue
    const mutation = { action, entity: kind.entity, entityId: expired.id }
    await ignoreDeleted(mutate(ctx, mutation, (tx, change) => work(tx, expired, change)))
  }
}

interface ExpiredImport {
  id: FileImportId
  organization_id: OrganizationId
  project_id: ProjectId
}

/**
 * Selects the imports to delete, oldest first. `db` must use the database account of the jobs process. Relies on
 * file_imports_retention_idx.
 */
async function selectExpiredImports<T extends ImportTypes>(
  db: Db,
  { kind, keepsDone }: ImportKind<T>,
  now: Date,
): Promise<ExpiredImport[]> {
  const ended = keepsDone === undefined ? ['done', 'failed', 'undone'] : ['failed']
  const { rows } = await sql<ExpiredImport>`
    select id, organization_id, project_id from file_imports
    where kind = ${kind} and coalesce(finished_at, created_at) < ${subtractDays(now, 1)}
      and (state in ('checking', 'ready')
        or state = any (${ended}) and coalesce(finished_at, created_at) < ${subtractDays(now, importReportDays)})
    order by coalesce(finished_at, created_at) limit ${maxDeletedAtOnce}`.execute(db)
  return rows
}

async function selectExpiredReports<T extends ImportTypes>(db: Db, { kind }: ImportKind<T>, now: Date): Promise<ExpiredImport[]> {
  const { rows } = await sql<ExpiredImport>`
    select id, organization_id, project_id from file_imports
    where kind = ${kind} and coalesce(finished_at, created_at) < ${subtractDays(now, importReportDays)} and state = 'done'
      and exists (select from file_import_issues where import_id = file_imports.id)
    order by coalesce(finished_at, created_at) limit ${maxDeletedAtOnce}`.execute(db)
  return rows
}

function subtractDays(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
