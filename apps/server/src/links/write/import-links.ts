// Links that are created together: from a file, or by one call.
import { type DomainId, isShortUrl, type LinkId, type LinkShop, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { enqueuePageChecks } from '../page-check/check-page.ts'
import { type InsertedLink, insertLinks } from '../tables/bulk-link-table.ts'
import { consumeLockedLinkQuota } from './link-quota.ts'
import { generateSlug } from './slugs.ts'

export interface ImportedLink {
  target: string
  /** By default the instance's own. The caller has checked that the domain can be used. */
  domainId?: DomainId | null
  /** The title that its owner chose; null for that of its page, which is fetched. */
  title: string | null
  /** Undefined for a generated one. */
  slug?: string | undefined
  notes?: string | null
  /** The labels in the project's spelling. */
  labels?: string[]
  isArchived?: boolean
  isAffiliated?: boolean | undefined
  shops?: readonly LinkShop[] | undefined
  hasChoicePage?: boolean | undefined
  /** Whether the page is read although the link has a title. */
  isPageRead?: boolean
  /** The present time when it is undefined. */
  createdAt?: Date | undefined
}

/**
 * Creates links with generated slugs; returns their ids in the order given. Links with short URLs are pending until
 * their destination is known. The caller has checked the destinations, and has locked the quota of links.
 */
export async function importLinks(
  tx: Tx,
  deps: CoreDeps,
  ctx: ProjectContext,
  links: readonly Omit<ImportedLink, 'slug'>[],
): Promise<LinkId[]> {
  return (await importNamedLinks(tx, deps, ctx, links)).flatMap((id) => id ?? [])
}

/**
 * The same with chosen slugs too, which the caller has counted towards their quota: the id of a link whose slug is
 * taken is undefined.
 */
export async function importNamedLinks(
  tx: Tx,
  { ids }: CoreDeps,
  ctx: ProjectContext,
  links: readonly ImportedLink[],
): Promise<(LinkId | undefined)[]> {
  const drafts = links.map(({ isPageRead = false, ...link }) => ({
    ...link,
    id: ids.next<LinkId>(),
    isPending: isPageRead || link.title === null || isShortUrl(link.target),
  }))
  const inserted = new Set<LinkId>()
  const insert = async (added: readonly InsertedLink[]) => {
    for (const id of added.length === 0 ? [] : await insertLinks(tx, ctx, added)) inserted.add(id)
  }
  await insert(drafts.flatMap(({ slug, ...link }) => (slug === undefined ? [] : [{ ...link, slug }])))
  // A generated slug that is taken is generated again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const left = drafts.filter(({ id, slug }) => slug === undefined && !inserted.has(id))
    await insert(left.map((link) => ({ ...link, slug: generateSlug() })))
  }
  if (drafts.some(({ id, slug }) => slug === undefined && !inserted.has(id))) throw new Error('Five generated slugs in a row were taken')
  if (inserted.size > 0) await consumeLockedLinkQuota(tx, ctx.project.id, inserted.size)
  const pending = drafts.filter(({ id, isPending }) => isPending && inserted.has(id))
  await enqueuePageChecks(tx, ctx, pending)
  return drafts.map(({ id }) => (inserted.has(id) ? id : undefined))
}

/** Where a link is, and where it leads. */
interface PresentLink {
  domain_id: DomainId | null
  slug: string
  target: string
}

/**
 * The links of the project that have one of these slugs on the instance's own domain or one of `domainIds`, by an alias
 * too, or one of these destinations. Relies on links_address_key, link_aliases_address_key and links_target_idx.
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
