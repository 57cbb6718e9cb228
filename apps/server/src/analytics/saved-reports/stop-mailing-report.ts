// Handles the link in a mailed report, which works without sign-in: its token names the user.
import type { OrganizationId, SavedReportId } from '@linkshelf/contract'
import { ignoreDeleted, mutate, type RequestContext, read, type UserActor } from '../../access/index.ts'
import { lockReportForUpdate, selectReport, updateReportRow } from './saved-report-table.ts'

/** The user of a report, in its organization, whose membership may have ended: then the report is gone. */
export interface ReaderContext extends RequestContext {
  actor: UserActor
  organization: { id: OrganizationId }
}

/** Undefined when the report is deleted. */
export async function findReportName(ctx: ReaderContext, reportId: SavedReportId): Promise<string | undefined> {
  return (await read(ctx, (tx) => selectReport(tx, ctx.actor.userId, reportId)))?.name
}

/** Does nothing when the report is not mailed, or is deleted. */
export async function stopMailingReport(ctx: ReaderContext, reportId: SavedReportId): Promise<void> {
  const report = await read(ctx, (tx) => selectReport(tx, ctx.actor.userId, reportId))
  if (report === undefined || report.mailed_since === null) return
  const owner = { projectId: report.project_id, userId: ctx.actor.userId }
  const inProject = { ...ctx, project: { id: report.project_id } }
  await ignoreDeleted(
    mutate(inProject, { action: 'saved_report.unsubscribe', entity: 'saved_report', entityId: reportId, role: 'viewer' }, async (tx) => {
      const { id, name, view } = (await lockReportForUpdate(tx, owner, reportId)) ?? report
      await updateReportRow(tx, owner, { id, name, view, mailed_since: null })
    }),
  )
}
