import type { LinkId } from '@linkshelf/contract'
import { type Change, fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { lockLinksForUpdate, markLinkRowsDeleted } from '../tables/bulk-link-table.ts'
import { toAuditedLink } from '../to-link.ts'
import { enqueueErasure } from './erase-links.ts'
import { returnLinkAllowance } from './link-allowance.ts'

/**
 * Deletes a link. Visitors get 410 at once, and no other organization can ever take the slug. The link's texts are
 * erased when the deletion can't be undone any more. Throws LINK_NOT_FOUND.
 */
export function deleteLink(ctx: ProjectContext, linkId: LinkId): Promise<void> {
  return mutate(ctx, { action: 'link.delete', entity: 'link', entityId: linkId }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, [linkId], change)
    if (deleted.size === 0) fail('LINK_NOT_FOUND')
  })
}

/** Returns the ids of the links that existed, in the order given. */
export function bulkDeleteLinks(ctx: ProjectContext, linkIds: LinkId[]): Promise<LinkId[]> {
  return mutate(ctx, { action: 'link.bulk_delete', entity: 'link' }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, linkIds, change)
    return linkIds.filter((id) => deleted.has(id))
  })
}

async function deleteLockedLinks(tx: Tx, ctx: ProjectContext, linkIds: LinkId[], change: Change): Promise<Set<LinkId>> {
  const { project, now } = ctx
  const rows = await lockLinksForUpdate(tx, project.id, linkIds)
  const ids = rows.map((row) => row.id)
  await markLinkRowsDeleted(tx, project.id, ids, now)
  await returnLinkAllowance(tx, project.id, ids.length)
  await enqueueErasure(tx, ctx, ids)
  change.before = Object.fromEntries(rows.map((row) => [row.id, toAuditedLink(row)]))
  return new Set(ids)
}
