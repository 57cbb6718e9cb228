import type { Link, LinkDraft } from '@linkshelf/contract'
import { mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { assertAllowedDestination } from '../destination-rules.ts'
import { toAuditedLink, toLink } from '../to-link.ts'
import { insertNewLink, type NewLinkDeps } from './insert-new-link.ts'

/** Throws LINK_LIMIT_REACHED, LINK_SLUG_RESERVED, LINK_SLUG_TAKEN, LINK_TARGET_FORBIDDEN or LABEL_LIMIT_REACHED. */
export async function createLink(deps: NewLinkDeps & Pick<Deps, 'origins'>, ctx: ProjectContext, draft: LinkDraft): Promise<Link> {
  for (const target of [draft.target, ...(draft.shops ?? []).map((shop) => shop.target)]) assertAllowedDestination(target, deps.origins)

  return mutate(ctx, { action: 'link.create', entity: 'link' }, async (tx, change) => {
    const row = await insertNewLink(tx, deps, ctx, draft)
    Object.assign(change, { entityId: row.id, after: toAuditedLink(row) })
    return toLink(row, deps.origins)
  })
}
