import { canCorrectSlug, type LinkId, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { type NotNull, sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'

/**
 * Releases a slug that this organization took by mistake: its link was deleted within an hour after it was added, and
 * was never visited. Returns false for any other slug. If two transactions release the same slug, one succeeds; it has
 * to take the slug before it ends.
 */
export async function releaseSlug(tx: Tx, organizationId: OrganizationId, slug: string, visits: LinkVisits): Promise<boolean> {
  const link = await lockDeletedLink(tx, organizationId, slug)
  const canRelease = link !== undefined && canCorrectSlug(link.id, link.deleted_at.getTime())
  if (!canRelease || (await visits.wasVisited(link.project_id, link.id))) return false
  await tx.deleteFrom('links').where('organization_id', '=', organizationId).where('id', '=', link.id).execute()
  await sql`select release_slug(${slug})`.execute(tx)
  return true
}

/** Relies on links_slug_key. */
function lockDeletedLink(
  tx: Tx,
  organizationId: OrganizationId,
  slug: string,
): Promise<{ id: LinkId; project_id: ProjectId; deleted_at: Date } | undefined> {
  return tx
    .selectFrom('links')
    .select(['id', 'project_id', 'deleted_at'])
    .where('slug', '=', slug)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is not', null)
    .$narrowType<{ deleted_at: NotNull }>()
    .forUpdate()
    .executeTakeFirst()
}
