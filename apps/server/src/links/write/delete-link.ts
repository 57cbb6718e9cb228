import type { LinkId } from '@linkshelf/contract'
import { type Change, fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toAuditedLink } from '../get-link.ts'
import { lockLinksForUpdate, markLinkRowsDeleted } from '../tables/bulk-link-table.ts'
import { enqueueErasure } from './erase-links.ts'
import { isCounted, releaseLinkQuota } from './link-quota.ts'

/**
 * Deletes a link. Visitors get 410 immediately, and no link can ever use the slug again. The link's content is erased
 * when the link can no longer be restored. Throws LINK_NOT_FOUND.
 */
export function deleteLink(ctx: ProjectContext, linkId: LinkId): Promise<void> {
  return mutate(ctx, { action: 'link.delete', entity: 'link', entityId: linkId }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, [linkId], change)
    if (deleted.size === 0) fail('LINK_NOT_FOUND')
  })
}

/**
 * Deletes links. Returns the ids of the links that existed, in the given order. Each id counts towards the rate limit
 * of writes.
 */
export function bulkDeleteLinks(ctx: ProjectContext, linkIds: LinkId[]): Promise<LinkId[]> {
  return mutate(ctx, { action: 'link.bulk_delete', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, linkIds, change)
    return linkIds.filter((id) => deleted.has(id))
  })
}

/** Deletes the given links that exist. The change lists them. Returns the ids of the deleted links. */
export async function deleteLockedLinks(tx: Tx, ctx: ProjectContext, linkIds: LinkId[], change: Change): Promise<Set<LinkId>> {
  const { project, now } = ctx
  const rows = await lockLinksForUpdate(tx, project.id, linkIds)
  const ids = rows.map((row) => row.id)
  await markLinkRowsDeleted(tx, project.id, ids, now)
  await releaseLinkQuota(tx, project.id, rows.filter(isCounted).length)
  if (ids.length > 0) await enqueueErasure(tx, ctx)
  change.before = Object.fromEntries(rows.map((row) => [row.id, toAuditedLink(row)]))
  return new Set(ids)
}
