// Entries of the audit log name a report by its id alone: every member reads them, and a report is its user's own.
import {
  type SavedReport,
  type SavedReportDraft,
  type SavedReportId,
  type SavedReportUpdate,
  savedReportsPerUser,
} from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read, type UserContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  countReports,
  deleteReportRow,
  insertReport,
  lockReportForUpdate,
  lockReportListForUpdate,
  type ReportOwner,
  type SavedReportRow,
  selectReports,
  updateReportRow,
} from './saved-report-table.ts'

type OwnContext = ProjectContext<UserContext>

/** The user's own reports of the project, by name. */
export async function listReports(ctx: OwnContext): Promise<SavedReport[]> {
  return (await read(ctx, (tx) => selectReports(tx, ownerOf(ctx)))).map(toReport)
}

/**
 * Throws SAVED_REPORT_NAME_TAKEN when the user has the name in the project, ignoring case, and
 * SAVED_REPORT_LIMIT_REACHED.
 */
export function createReport(
  { ids }: Pick<Deps, 'ids'>,
  ctx: OwnContext,
  { name, view, is_mailed }: SavedReportDraft,
): Promise<SavedReport> {
  const { organization, project, now } = ctx
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'saved_report.create', entity: 'saved_report' }, async (tx, change) => {
    await lockReportListForUpdate(tx, project.id)
    const row = await insertReport(tx, {
      id: ids.next<SavedReportId>(),
      organization_id: organization.id,
      project_id: project.id,
      user_id: owner.userId,
      name,
      view,
      mailed_since: is_mailed ? now : null,
      created_at: now,
    })
    const report = toReport(row ?? fail('SAVED_REPORT_NAME_TAKEN'))
    if ((await countReports(tx, owner)) > savedReportsPerUser) fail('SAVED_REPORT_LIMIT_REACHED')
    change.entityId = report.report_id
    return report
  })
}

/**
 * Throws SAVED_REPORT_NOT_FOUND, or SAVED_REPORT_NAME_TAKEN when another report of the user has
 * the name, ignoring case.
 */
export function updateReport(
  ctx: OwnContext,
  { reportId, update }: { reportId: SavedReportId; update: SavedReportUpdate },
): Promise<SavedReport> {
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'saved_report.update', entity: 'saved_report', entityId: reportId }, async (tx) => {
    await lockReportListForUpdate(tx, owner.projectId)
    const before = (await lockReportForUpdate(tx, owner, reportId)) ?? fail('SAVED_REPORT_NOT_FOUND')
    const { name = before.name, view = before.view, is_mailed = before.mailed_since !== null } = update
    // Switched on on a Wednesday, it is mailed from the next Monday on.
    const mailed_since = is_mailed ? (before.mailed_since ?? ctx.now) : null
    return toReport((await updateReportRow(tx, owner, { id: reportId, name, view, mailed_since })) ?? fail('SAVED_REPORT_NAME_TAKEN'))
  })
}

/** Throws SAVED_REPORT_NOT_FOUND. */
export function deleteReport(ctx: OwnContext, reportId: SavedReportId): Promise<void> {
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'saved_report.delete', entity: 'saved_report', entityId: reportId }, async (tx) => {
    if ((await lockReportForUpdate(tx, owner, reportId)) === undefined) fail('SAVED_REPORT_NOT_FOUND')
    await deleteReportRow(tx, owner, reportId)
  })
}

function ownerOf({ project, actor }: OwnContext): ReportOwner {
  return { projectId: project.id, userId: actor.userId }
}

function toReport({ id, name, view, mailed_since, created_at }: SavedReportRow): SavedReport {
  return { report_id: id, name, view, is_mailed: mailed_since !== null, created_at: created_at.toISOString() }
}
