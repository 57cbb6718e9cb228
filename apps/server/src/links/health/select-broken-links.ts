import type { LinkHealthReason, LinkId } from '@linkshelf/contract'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'

export interface BrokenLink {
  title: string | null
  /** The short URL. */
  url: string
  target: string
  reason: LinkHealthReason | null
}

/** Selects the given links that are broken now, newest first. */
export async function selectBrokenLinks(tx: Tx, { origins }: Pick<Deps, 'origins'>, linkIds: readonly LinkId[]): Promise<BrokenLink[]> {
  if (linkIds.length === 0) return []
  const rows = await tx
    .selectFrom('links')
    .innerJoin('link_checks', 'link_checks.link_id', 'links.id')
    .select(['links.title', 'links.slug', 'links.target', 'link_checks.reason'])
    .where('links.id', 'in', linkIds)
    .where('links.deleted_at', 'is', null)
    .where('link_checks.status', '=', 'broken')
    .orderBy('links.created_at', 'desc')
    .execute()
  return rows.map(({ slug, ...row }) => ({ ...row, url: `${origins.public}/${slug}` }))
}
