// Statements on broken links, for the emails that announce them. `db` uses the database account of jobs.
import type { LinkHealthReason, LinkId, OrganizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { selectDomainHost } from '../../domains/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'
import { formatLinkUrl } from '../get-link.ts'

export interface BrokenLink {
  title: string | null
  /** The short URL. */
  url: string
  target: string
  reason: LinkHealthReason | null
}

/** Selects the given links that are broken now, newest first. */
export async function selectBrokenLinks(tx: Tx, { origins }: OriginDeps, linkIds: readonly LinkId[]): Promise<BrokenLink[]> {
  if (linkIds.length === 0) return []
  const rows = await tx
    .selectFrom('links')
    .innerJoin('link_checks', 'link_checks.link_id', 'links.id')
    .select(['links.title', selectDomainHost(sql.ref('links.domain_id')).as('host'), 'links.slug', 'links.target', 'link_checks.reason'])
    .where('links.id', 'in', linkIds)
    .where('links.deleted_at', 'is', null)
    .where('link_checks.status', '=', 'broken')
    .orderBy('links.created_at', 'desc')
    .execute()
  return rows.map(({ host, slug, ...row }) => ({ ...row, url: formatLinkUrl({ host, slug }, origins) }))
}

/**
 * Returns organizations with broken links that no email has announced yet. Skips organizations to which an announcement
 * was sent after `announcedBefore`. Relies on link_checks_unannounced_idx.
 */
export async function selectOrganizationsWithBrokenLinks(db: Db, announcedBefore: Date): Promise<OrganizationId[]> {
  const { rows } = await sql<{ organization_id: OrganizationId }>`
    select distinct organization_id from link_checks as broken
    where status = 'broken' and announced_at is null and not exists (
      select from link_checks as announced where announced.organization_id = broken.organization_id and announced.announced_at > ${announcedBefore})`.execute(
    db,
  )
  return rows.map((row) => row.organization_id)
}

/** Marks the organization's broken links as announced. Returns the links that were not announced before. */
export function markAnnounced(tx: Tx, organizationId: OrganizationId, now: Date): Promise<{ id: LinkId; slug: string }[]> {
  return tx
    .updateTable('link_checks')
    .from('links')
    .set({ announced_at: now })
    .whereRef('links.id', '=', 'link_checks.link_id')
    .where('link_checks.organization_id', '=', organizationId)
    .where('link_checks.status', '=', 'broken')
    .where('link_checks.announced_at', 'is', null)
    .returning(['links.id', 'links.slug'])
    .execute()
}
