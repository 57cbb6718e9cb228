import type { LinkId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { lockLinkForShare } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteClicksOfLink } from '../clicks-table.ts'
import { lockClickDeletions } from '../rollups/lock-click-deletions.ts'
import { enqueueReconciliation } from '../rollups/reconcile-click-rollups.ts'

/**
 * Deletes a link's stored clicks. Clicks that are still in a journal are stored later. The transaction stays open
 * during the deletion in ClickHouse: if that fails, there is no audit entry, and the deletion can be repeated.
 * Throws LINK_NOT_FOUND.
 */
export async function deleteLinkClicks(
  { clickhouseWriter }: Pick<Deps, 'clickhouseWriter'>,
  ctx: ProjectContext,
  linkId: LinkId,
): Promise<void> {
  await enqueueReconciliation(ctx.db, { projectId: ctx.project.id }, ctx.now)
  return mutate(ctx, { action: 'clicks.delete', entity: 'clicks', entityId: linkId }, async (tx) => {
    if ((await lockLinkForShare(tx, ctx.project.id, linkId)) === undefined) fail('LINK_NOT_FOUND')
    await lockClickDeletions(tx, ctx.project.id)
    await deleteClicksOfLink(clickhouseWriter, ctx.project.id, linkId)
  })
}
