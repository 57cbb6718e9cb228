// Moves a link to another address: another slug, another domain, or both. The earlier address may be printed or in an
// email, so it stays as an alias of the link. If the link is new and was not visited, its slug is only corrected: the
// earlier address does not become an alias, and answers like the address of a deleted link.
import { aliasesPerLink, type LinkAliasId, type LinkId, linkAliasId, type ProjectId } from '@linkshelf/contract'
import { fail, type ProjectContext, rateLimitCreation } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type Address, deleteAlias, insertAlias, selectAliases } from '../tables/link-alias-table.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { isReserved } from './reserved-slugs.ts'
import { failTaken, isGeneratedSlug } from './slugs.ts'

interface LinkMove {
  link: Pick<LinkRow, 'id' | 'domain_id' | 'slug' | 'address_id'>
  to: Address
  /** If true, the earlier address does not become an alias. */
  isCorrection: boolean
}

/**
 * Moves a link to another address. If the new address is an alias of the link, the alias becomes the main address and
 * does not count as a chosen slug. The caller must have locked the link. Throws LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 * Throws LINK_SLUG_FIXED if the link has the maximum number of aliases.
 */
export async function moveLink(tx: Tx, { ids }: CoreDeps, ctx: ProjectContext, { link, to, isCorrection }: LinkMove): Promise<void> {
  const aliases = await selectAliases(tx, link.id)
  const own = aliases.find(({ domain_id, slug }) => domain_id === to.domainId && slug === to.slug)
  if (own === undefined) {
    if (isReserved(to.slug, to.domainId)) fail('LINK_SLUG_RESERVED', { slug: to.slug })
    if (!isCorrection && aliases.length >= aliasesPerLink) fail('LINK_SLUG_FIXED', { slug: link.slug })
    // A chosen slug counts towards the rate limit even if only the domain changes, because the slug is then taken on
    // the new domain too.
    if (to.slug !== link.slug || !isGeneratedSlug(to.slug)) await rateLimitCreation(tx, ctx, 'chosenSlugs')
  }
  // A corrected address has no clicks yet, so its id stays.
  const addressId = own?.id ?? (isCorrection ? link.address_id : ids.next<LinkAliasId>())
  if (!(await updateAddress(tx, ctx.project.id, link.id, { ...to, addressId }))) await failTaken(tx, to)
  if (own !== undefined) await deleteAlias(tx, own.id)
  if (isCorrection) return
  const earlier = { id: toMainAddressId(link), linkId: link.id, domainId: link.domain_id, slug: link.slug }
  if ((await insertAlias(tx, ctx, earlier)) === undefined) throw new Error('The earlier address of a link is not its own')
}

/** Returns the id of the link's main address, which the alias gets if the address becomes an alias. */
export function toMainAddressId({ id, address_id }: Pick<LinkRow, 'id' | 'address_id'>): LinkAliasId {
  return address_id ?? linkAliasId.parse(id)
}

/**
 * Changes the address of a link. Returns false if the new address was ever used, except if it is now an alias of this
 * link.
 */
async function updateAddress(
  tx: Tx,
  projectId: ProjectId,
  linkId: LinkId,
  { domainId, slug, addressId }: Address & { addressId: LinkAliasId | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ slug, domain_id: domainId, address_id: addressId })
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
