// Creates several links together, from a file or by one call.
import { type DomainId, isShortUrl, type LinkId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageChecks } from '../page-check/check-page.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { insertWithSlugs } from './insert-with-slugs.ts'
import { consumeLockedLinkQuota } from './link-quota.ts'
import { type NewLinkInput, toNewLink } from './new-link.ts'

export interface ImportedLink extends Omit<NewLinkInput, 'id' | 'page' | 'isPending'> {
  /** If true, the page is read even if the link has a title. */
  isPageRead?: boolean
}

/**
 * Creates links with generated slugs. Returns the links in the given order. A link to a short URL is pending until its
 * destination is known. The caller must have checked the destinations and locked the link quota.
 */
export async function importLinks(tx: Tx, deps: CoreDeps, ctx: ProjectContext, links: readonly ImportedLink[]): Promise<LinkRow[]> {
  return (await importNamedLinks(tx, deps, ctx, links)).flatMap((row) => row ?? [])
}

/**
 * Creates links with chosen or generated slugs. Returns the links in the given order, with undefined in place of a link
 * whose slug is taken. The caller must have counted the chosen slugs towards their rate limit.
 */
export async function importNamedLinks(
  tx: Tx,
  { ids }: CoreDeps,
  ctx: ProjectContext,
  links: readonly ImportedLink[],
): Promise<(LinkRow | undefined)[]> {
  const rows = links.map(({ isPageRead = false, ...link }) => {
    const isPending = isPageRead || !link.draft.title || isShortUrl(link.draft.target)
    return toNewLink(ctx, { ...link, id: ids.next<LinkId>(), isPending })
  })
  const inserted = await insertWithSlugs(tx, ctx, rows)
  if (inserted.size > 0) await consumeLockedLinkQuota(tx, ctx.project.id, inserted.size)
  await enqueuePageChecks(
    tx,
    ctx,
    rows.filter(({ id, is_pending }) => is_pending && inserted.has(id)),
  )
  return rows.map(({ id }) => inserted.get(id))
}

interface PresentLink {
  domain_id: DomainId | null
  slug: string
  target: string
}

/**
 * Selects the project's links that have one of these destinations, or one of these slugs on the instance's own domain
 * or on one of `domainIds`. Addresses of aliases are included. Relies on links_address_key, link_aliases_address_key
 * and links_target_idx.
 */
export async function selectPresentLinks(
  tx: Tx,
  projectId: ProjectId,
  { slugs, domainIds, targets }: { slugs: readonly string[]; domainIds: readonly DomainId[]; targets: readonly string[] },
): Promise<PresentLink[]> {
  const links = sql`select domain_id, slug, target from links where project_id = ${projectId} and deleted_at is null`
  const aliases = sql`
    select aliases.domain_id, aliases.slug, links.target from link_aliases as aliases join links on links.id = aliases.link_id
    where aliases.project_id = ${projectId} and links.deleted_at is null`
  const { rows } = await sql<PresentLink>`
    ${links} and target = any (${targets}::text[])
    union all ${links} and slug = any (${slugs}::text[]) and domain_id is null
    union all ${links} and slug = any (${slugs}::text[]) and domain_id = any (${domainIds}::uuid[])
    union all ${aliases} and aliases.slug = any (${slugs}::text[]) and aliases.domain_id is null
    union all ${aliases} and aliases.slug = any (${slugs}::text[]) and aliases.domain_id = any (${domainIds}::uuid[])`.execute(tx)
  return rows
}
