import type { Link, LinkId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockLinkForUpdate, updateLinkRow } from '../tables/link-table.ts'
import { toAuditedLink, toLink } from '../to-link.ts'

/** An archived link still redirects and counts clicks. Throws LINK_NOT_FOUND. */
export function archiveLink(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return setArchived(deps, ctx, linkId, true)
}

/** Throws LINK_NOT_FOUND. */
export function unarchiveLink(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return setArchived(deps, ctx, linkId, false)
}

function setArchived({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId, isArchived: boolean): Promise<Link> {
  const action = isArchived ? 'link.archive' : 'link.unarchive'
  return mutate(ctx, { action, entity: 'link', entityId: linkId }, async (tx, change) => {
    const before = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const after = await updateLinkRow(tx, ctx.project.id, linkId, { is_archived: isArchived })
    Object.assign(change, { before: toAuditedLink(before), after: toAuditedLink(after) })
    return toLink(after, origins)
  })
}
