import { canCorrectSlug } from '@linkshelf/contract'
import { fail, type ProjectContext, spendScarce } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'
import { type LinkRow, updateSlug } from '../tables/link-table.ts'
import { isReserved } from './slug-rules.ts'

/**
 * Gives a new link another slug. Later it may be printed, or in an email: the slug of a link that was added more
 * than an hour ago, or was visited, stays. The caller has locked the link. Throws LINK_SLUG_FIXED,
 * LINK_SLUG_RESERVED or LINK_SLUG_TAKEN.
 */
export async function changeSlug(
  tx: Tx,
  { visits }: { visits: LinkVisits | undefined },
  ctx: ProjectContext,
  link: Pick<LinkRow, 'id'>,
  slug: string,
): Promise<void> {
  if (isReserved(slug)) fail('LINK_SLUG_RESERVED', { slug })
  const isFixed = visits === undefined || !canCorrectSlug(link.id, ctx.now.getTime())
  if (isFixed || (await visits.wasVisited(ctx.project.id, link.id))) fail('LINK_SLUG_FIXED')
  await spendScarce(tx, ctx, 'chosenSlugs')
  if ((await updateSlug(tx, ctx.project.id, link.id, slug)) === undefined) fail('LINK_SLUG_TAKEN', { slug })
}
