import { projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteClicksOfProject } from '../clicks-table.ts'
import { lockClickDeletions } from '../rollups/lock-click-deletions.ts'
import { enqueueReconciliation } from '../rollups/reconcile-click-rollups.ts'

/** Deletes a project's stored clicks; only for owners. Clicks that are still in a journal arrive later. */
export async function deleteProjectClicks({ clickhouseWriter }: Pick<Deps, 'clickhouseWriter'>, ctx: ProjectContext): Promise<void> {
  await enqueueReconciliation(ctx.db, { projectId: ctx.project.id }, ctx.now)
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: ctx.project.id }, async (tx) => {
    await lockClickDeletions(tx, ctx.project.id)
    await deleteClicksOfProject(clickhouseWriter, ctx.project.id)
  })
}

/**
 * A trigger on `projects` enqueues this task when a row is deleted, with its organization too; it runs an hour later,
 * when the last clicks have been shipped. The name can't change: the trigger of an applied migration uses it.
 */
export const purgeProjectClicksTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId })

/** The background job that deletes the clicks of a deleted project. Repeated, it finds nothing. */
export function purgeProjectClicks({ clickhouseWriter }: Pick<Deps, 'clickhouseWriter'>, payload: unknown): Promise<void> {
  return deleteClicksOfProject(clickhouseWriter, deletedProject.parse(payload).projectId)
}
