import { formatLinkLimitMessage, type Link, type LinkId, linkUndoMs } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { lockLabelListForUpdate, lockLabelNames } from '../../labels/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toAuditedLink, toLink } from '../get-link.ts'
import { announceDueChecks } from '../outward/outward-queue.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { hasLinkSince, lockDeletedLinksForUpdate, restoreLinkRows, selectDeletedLabels } from '../tables/deleted-link-table.ts'
import { selectLinks } from '../tables/link-table.ts'
import { consumeLockedLinkQuota, lockRemainingLinks } from './link-quota.ts'

/**
 * Restores links that were deleted within the last `linkUndoMs`. The links redirect again, with the labels that the
 * project still has. Returns the requested links that exist afterwards, in the given order, so a repeated call returns
 * the same links. Throws LINK_LIMIT_REACHED if the links would exceed the limit and another link was added within
 * `linkUndoMs`.
 */
export function restoreLinks({ origins }: OriginDeps, ctx: ProjectContext, linkIds: LinkId[]): Promise<Link[]> {
  const { project, now } = ctx
  const since = new Date(now.getTime() - linkUndoMs)
  return mutate(ctx, { action: 'link.restore', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    // Locks are taken in the order labels, quota, links, as when a new link claims the slug of a deleted link. The
    // label list is locked, so that no label is renamed between the two statements that read labels.
    await lockLabelListForUpdate(tx, project.id)
    const labels = await lockLabelNames(tx, project.id, await selectDeletedLabels(tx, project.id, linkIds, since))
    const remaining = await lockRemainingLinks(tx, ctx)
    const deleted = await lockDeletedLinksForUpdate(tx, project.id, linkIds, since)
    const ids = deleted.map(({ id }) => id)
    if (ids.length > 0) {
      const counted = deleted.filter(({ page_id }) => page_id === null).length
      if (remaining < counted) await assertNoLinkSince(tx, ctx, since)
      await consumeLockedLinkQuota(tx, project.id, counted)
      await restoreLinkRows(tx, project.id, ids, labels)
      for (const link of deleted) if (link.is_pending) await enqueuePageCheck(tx, ctx, link)
      await announceDueChecks(tx)
    }
    const rows = await selectLinks(tx, project.id, linkIds)
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const restored = ids.flatMap((id) => rowById.get(id) ?? [])
    change.after = Object.fromEntries(restored.map((row) => [row.id, toAuditedLink(row)]))
    return linkIds.flatMap((id) => rowById.get(id) ?? []).map((row) => toLink(row, origins))
  })
}

/**
 * Throws LINK_LIMIT_REACHED if a link was added after `since`. After its plan was lowered, a project can have more
 * links than its limit, and can still restore the links that it deleted. It can't if it has added a link since then, so
 * that it never gets more links than it had.
 */
async function assertNoLinkSince(tx: Tx, { project, entitlements }: ProjectContext, since: Date): Promise<void> {
  const limit = entitlements.linksPerProject
  if (await hasLinkSince(tx, project.id, since)) fail('LINK_LIMIT_REACHED', { limit }, formatLinkLimitMessage(limit))
}
