// A link moves to another address, which is a slug, a domain or both. The earlier address may be printed, or in an
// email, so it stays with the link as an alias. The slug of a new link that was not visited is only corrected: its
// earlier address answers as that of a deleted link, and is not one more to look after.
import { aliasesPerLink, type LinkAliasId, type LinkId, type ProjectId } from '@linkshelf/contract'
import { fail, type ProjectContext, rateLimitCreation } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type Address, deleteAlias, insertAlias, selectAliases } from '../tables/link-alias-table.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { isReserved } from './reserved-slugs.ts'
import { failTaken, isGeneratedSlug } from './slugs.ts'

interface LinkMove {
  link: Pick<LinkRow, 'id' | 'domain_id' | 'slug'>
  to: Address
  /** Whether the earlier address becomes no alias. */
  isCorrection: boolean
}

/**
 * One of the link's own aliases becomes its main address without counting as a chosen slug. The caller has locked the
 * link. Throws LINK_SLUG_FIXED when the link has as many aliases as it may have, LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 */
export async function moveLink(tx: Tx, { ids }: CoreDeps, ctx: ProjectContext, { link, to, isCorrection }: LinkMove): Promise<void> {
  const aliases = await selectAliases(tx, link.id)
  const own = aliases.find(({ domain_id, slug }) => domain_id === to.domainId && slug === to.slug)
  if (own === undefined) {
    if (isReserved(to.slug, to.domainId)) fail('LINK_SLUG_RESERVED', { slug: to.slug })
    if (!isCorrection && aliases.length >= aliasesPerLink) fail('LINK_SLUG_FIXED', { slug: link.slug })
    // A chosen slug takes one more name of a domain, also where it stays the same.
    if (to.slug !== link.slug || !isGeneratedSlug(to.slug)) await rateLimitCreation(tx, ctx, 'chosenSlugs')
  }
  if (!(await updateAddress(tx, ctx.project.id, link.id, to))) await failTaken(tx, to)
  if (own !== undefined) await deleteAlias(tx, own.id)
  if (isCorrection) return
  const earlier = { id: ids.next<LinkAliasId>(), linkId: link.id, domainId: link.domain_id, slug: link.slug }
  if ((await insertAlias(tx, ctx, earlier)) === undefined) throw new Error('The earlier address of a link is not its own')
}

/** Returns false when the address is, or ever was, in use, except by an alias of the link. */
async function updateAddress(tx: Tx, projectId: ProjectId, linkId: LinkId, { domainId, slug }: Address): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ slug, domain_id: domainId })
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
