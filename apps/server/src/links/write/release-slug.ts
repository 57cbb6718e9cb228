import { type LinkId, type OrganizationId, type ProjectId, slugRegretMs } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkVisits } from '../link-visits.ts'

/**
 * Makes a slug free that this organization took by mistake: its link was deleted within an hour of its creation, and nobody visited it. Returns false for
 * any other slug. Of two transactions that release the same slug, one succeeds; it has to take the slug before it ends.
 */
export async function releaseSlug(tx: Tx, organizationId: OrganizationId, slug: string, visits: LinkVisits): Promise<boolean> {
  const link = await lockRegrettedLink(tx, organizationId, slug)
  if (link === undefined || (await visits.wasVisited(link.project_id, link.id))) return false
  await tx.deleteFrom('links').where('organization_id', '=', organizationId).where('id', '=', link.id).execute()
  await sql`select release_slug(${slug})`.execute(tx)
  return true
}

/** Relies on links_slug_key. */
function lockRegrettedLink(
  tx: Tx,
  organizationId: OrganizationId,
  slug: string,
): Promise<{ id: LinkId; project_id: ProjectId } | undefined> {
  return tx
    .selectFrom('links')
    .select(['id', 'project_id'])
    .where('slug', '=', slug)
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`deleted_at < created_at + ${slugRegretMs} * interval '1 millisecond'`)
    .forUpdate()
    .executeTakeFirst()
}
