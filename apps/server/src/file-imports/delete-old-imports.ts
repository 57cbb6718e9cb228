import { type FileImportId, importReportDays, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { ImportKind, ImportTypes } from './import-kind.ts'
import { deleteImportRow, deleteIssues, lockImportForUpdate } from './import-table.ts'

const dayMs = 86_400_000
/** A run deletes so many imports at most; the next one deletes others. */
const maxDeletedAtOnce = 1_000

export function deleteOldImportsTask({ kind }: { kind: string }): string {
  return `delete-old-${kind}-imports`
}

/**
 * The hourly job of a kind: deletes imports that nobody started for a day, and those that ended 30 days ago. Of a kind
 * that keeps its imports it deletes the report only. Data that was imported stays. `deps.db` works as the account of
 * jobs. Returns how many it deleted.
 */
export async function deleteOldImports<T extends ImportTypes>(kind: ImportKind<T>, deps: CoreDeps): Promise<number> {
  const actor = { kind: 'system', name: deleteOldImportsTask(kind) } as const
  const job = createRequestContext(deps, { actor, source: 'job' })
  const old = await selectOldImports(deps.db, kind, deps.clock.now())
  for (const { id, organization_id, project_id } of old) {
    const ctx = await findSystemContext(job, organization_id, project_id)
    if (ctx === undefined) continue
    const mutation = { action: `${kind.entity}.delete`, entity: kind.entity, entityId: id } as const
    const deletion = mutate(ctx, mutation, async (tx, change) => {
      const row = await lockImportForUpdate(tx, kind, project_id, id)
      // It was started since it was selected.
      if (row === undefined || row.state === 'importing') fail('NOT_FOUND')
      change.before = { file_name: row.file_name, state: row.state }
      await deleteImportRow(tx, project_id, id)
    })
    await ignoreDeleted(deletion)
  }
  return old.length + (kind.keepsDone === undefined ? 0 : await deleteOldReports(kind, deps))
}

async function deleteOldReports<T extends ImportTypes>(kind: ImportKind<T>, deps: CoreDeps): Promise<number> {
  const action = kind.keepsDone?.deleteReport
  if (action === undefined) return 0
  const actor = { kind: 'system', name: deleteOldImportsTask(kind) } as const
  const job = createRequestContext(deps, { actor, source: 'job' })
  const old = await selectOldReports(deps.db, kind, deps.clock.now())
  for (const { id, organization_id, project_id } of old) {
    const ctx = await findSystemContext(job, organization_id, project_id)
    if (ctx === undefined) continue
    const deletion = mutate(ctx, { action, entity: kind.entity, entityId: id }, async (tx, change) => {
      const row = (await lockImportForUpdate(tx, kind, project_id, id)) ?? fail('NOT_FOUND')
      change.before = { file_name: row.file_name }
      await deleteIssues(tx, project_id, id)
    })
    await ignoreDeleted(deletion)
  }
  return old.length
}

interface OldImport {
  id: FileImportId
  organization_id: OrganizationId
  project_id: ProjectId
}

/** `db` works as the account of jobs. Relies on file_imports_retention_idx. */
async function selectOldImports<T extends ImportTypes>(db: Db, { kind, keepsDone }: ImportKind<T>, now: Date): Promise<OldImport[]> {
  const ended = keepsDone === undefined ? ['done', 'failed'] : ['failed']
  const { rows } = await sql<OldImport>`
    select id, organization_id, project_id from file_imports
    where kind = ${kind} and coalesce(finished_at, created_at) < ${daysBefore(now, 1)}
      and (state in ('checking', 'ready')
        or state = any (${ended}) and coalesce(finished_at, created_at) < ${daysBefore(now, importReportDays)})
    order by coalesce(finished_at, created_at) limit ${maxDeletedAtOnce}`.execute(db)
  return rows
}

async function selectOldReports<T extends ImportTypes>(db: Db, { kind }: ImportKind<T>, now: Date): Promise<OldImport[]> {
  const { rows } = await sql<OldImport>`
    select id, organization_id, project_id from file_imports
    where kind = ${kind} and coalesce(finished_at, created_at) < ${daysBefore(now, importReportDays)} and state = 'done'
      and exists (select from file_import_issues where import_id = file_imports.id)
    order by coalesce(finished_at, created_at) limit ${maxDeletedAtOnce}`.execute(db)
  return rows
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
