// Calls that delete clicks, and the job that deletes the clicks of a deleted project. A deletion is stored in
// PostgreSQL, and the call is answered immediately. From then on, no query counts the clicks, and a job deletes them in
// ClickHouse (deletions/).
import { formatWait, type LinkId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, failRateLimited, mutate, type ProjectContext } from '../access/index.ts'
import { lockLinkForShare } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { countUnfinishedDeletions, insertClickDeletion } from './deletions/click-deletion-table.ts'
import { deleteEverything } from './deletions/delete-stored-clicks.ts'
import { enqueueReconciliation } from './deletions/reconcile-click-rollups.ts'
import { enqueueDeletions } from './deletions/run-click-deletions.ts'

/**
 * Deletes the clicks that a link has until now. Clicks that are still in a journal are dropped when they are shipped.
 * Throws LINK_NOT_FOUND. Throws TOO_MANY_REQUESTS if too many deletions are unfinished.
 */
export function deleteLinkClicks(ctx: ProjectContext, linkId: LinkId): Promise<void> {
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: linkId }, async (tx) => {
    if ((await lockLinkForShare(tx, ctx.project.id, linkId)) === undefined) fail('LINK_NOT_FOUND')
    await storeDeletion(tx, ctx, linkId)
  })
}

/**
 * Deletes the clicks and page views that a project has until now, like `deleteLinkClicks`. Only owners may delete them.
 */
export function deleteProjectClicks(ctx: ProjectContext): Promise<void> {
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: ctx.project.id }, (tx) => storeDeletion(tx, ctx, null))
}

/**
 * Limit of an organization's unfinished deletions. Every query of clicks lists the unfinished deletions of its project.
 * With this many deletions, the list has 58 KB, and the query takes about as long as with one deletion.
 */
export const unfinishedDeletionsMax = 1_000
/**
 * A deletion is done two minutes after it was begun (deletions/run-click-deletions.ts), so another request succeeds
 * after this time.
 */
const retryAfterSeconds = 180

/** Stores a deletion and enqueues its jobs. Throws TOO_MANY_REQUESTS if too many deletions are unfinished. */
async function storeDeletion(tx: Tx, ctx: ProjectContext, linkId: LinkId | null): Promise<void> {
  await insertClickDeletion(tx, ctx, linkId)
  if ((await countUnfinishedDeletions(tx, ctx)) > unfinishedDeletionsMax) failTooManyDeletions()
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  await enqueueDeletions(tx, ids)
  await enqueueReconciliation(tx, ids, ctx.now)
}

function failTooManyDeletions(): never {
  const max = unfinishedDeletionsMax.toLocaleString('en')
  const message = `Limit reached - ${max} deletions of clicks are under way. Try again in ${formatWait(retryAfterSeconds)}.`
  failRateLimited(retryAfterSeconds, message)
}

/**
 * When a project is deleted, alone or with its organization, a trigger on `projects` enqueues this task. It runs an
 * hour later, when the last clicks have been shipped. The name can't change, because the trigger of an applied
 * migration uses it.
 */
export const purgeProjectClicksTask = 'forget-project-clicks'

const deletedProject = z.object({ projectId })

/** The background job that deletes the clicks of a deleted project. It may be repeated. */
export function purgeProjectClicks({ clickhouseWriter }: ClickDeps, payload: unknown): Promise<void> {
  return deleteEverything(clickhouseWriter, deletedProject.parse(payload).projectId)
}
