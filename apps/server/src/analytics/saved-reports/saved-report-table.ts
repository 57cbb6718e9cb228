// Every statement on `saved_reports`. A name is unique among the reports of a user in a project, whatever its case:
// saved_reports_name_key. Row-level security shows users their own reports only.
import type { OrganizationId, ProjectId, ReportView, SavedReportId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    saved_reports: {
      id: SavedReportId
      organization_id: OrganizationId
      project_id: ProjectId
      user_id: UserId
      name: string
      view: ReportView
      /** Null while it is not mailed. */
      mailed_since: Date | null
      created_at: Date
    }
  }
}

const reportColumns = ['id', 'project_id', 'name', 'view', 'mailed_since', 'created_at'] as const

export type SavedReportRow = Pick<Selectable<Tables['saved_reports']>, (typeof reportColumns)[number]>

/** The user who has the reports, and the project. */
export interface ReportOwner {
  projectId: ProjectId
  userId: UserId
}

/** Selects the reports by name. */
export function selectReports(tx: Tx, { projectId, userId }: ReportOwner): Promise<SavedReportRow[]> {
  return tx
    .selectFrom('saved_reports')
    .select(reportColumns)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Selects a report in any project of the organization in scope. */
export function selectReport(tx: Tx, userId: UserId, id: SavedReportId): Promise<SavedReportRow | undefined> {
  return tx.selectFrom('saved_reports').select(reportColumns).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** The report, locked until the transaction ends. */
export function lockReportForUpdate(tx: Tx, { projectId, userId }: ReportOwner, id: SavedReportId): Promise<SavedReportRow | undefined> {
  return tx
    .selectFrom('saved_reports')
    .select(reportColumns)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the reports of a project until the transaction ends: no other transaction adds or renames one. */
export async function lockReportListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate().execute()
}

/** Returns undefined when the user has a report of this name in the project. */
export function insertReport(
  tx: Tx,
  row: SavedReportRow & { organization_id: OrganizationId; user_id: UserId },
): Promise<SavedReportRow | undefined> {
  return tx
    .insertInto('saved_reports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(reportColumns)
    .executeTakeFirst()
}

export async function countReports(tx: Tx, { projectId, userId }: ReportOwner): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_reports')
    .select((reports) => reports.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined when another report of the user has the name. The caller has locked the list. */
export function updateReportRow(
  tx: Tx,
  { projectId, userId }: ReportOwner,
  { id, ...changes }: Pick<SavedReportRow, 'id' | 'name' | 'view' | 'mailed_since'>,
): Promise<SavedReportRow | undefined> {
  return tx
    .updateTable('saved_reports')
    .set(changes)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saved_reports as other')
            .select('other.id')
            .where('other.project_id', '=', projectId)
            .where('other.user_id', '=', userId)
            .where('other.id', '<>', id)
            .where(sql<boolean>`lower(other.name) = lower(${changes.name})`),
        ),
      ),
    )
    .returning(reportColumns)
    .executeTakeFirst()
}

export async function deleteReportRow(tx: Tx, { projectId, userId }: ReportOwner, id: SavedReportId): Promise<void> {
  await tx.deleteFrom('saved_reports').where('project_id', '=', projectId).where('user_id', '=', userId).where('id', '=', id).execute()
}
