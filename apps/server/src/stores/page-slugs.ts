// Slugs of products and categories. Within a project, each slug is used only once. When a statement writes `slug` of
// either table, a trigger stores the slug in `page_slugs`. The statements below read `page_slugs` to find out which
// slugs are free.
import { isReservedPageSlug, type OrganizationId, type ProjectId } from '@linkshelf/contract/basics'
import { sql } from 'kysely'
import { fail } from '../access/index.ts'
import { lockRootDomains, selectRootDomains } from '../domains/index.ts'
import { findTakenSlugs } from '../links/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type NamedPage, toBaseSlug, toFreeSlugs } from './free-slugs.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    page_slugs: {
      organization_id: OrganizationId
      project_id: ProjectId
      slug: string
      product_id: string | null
      category_id: string | null
      /** Null if this is the page's current slug. */
      replaced_at: Date | null
    }
  }
}

/**
 * Locks the project's slugs until the transaction ends. If the store is at the root of domains, locks these domains
 * too, so that no link gets an address there. Call this after the product list is locked, and before the category list
 * and any product or category row are locked. Set `addsLinks` if the transaction adds links.
 */
export async function lockPageSlugsForUpdate(tx: Tx, projectId: ProjectId, options?: { addsLinks: boolean }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`page-slugs:${projectId}`}, 0))`.execute(tx)
  await lockRootDomains(tx, projectId, options)
}

/** Maximum number of addresses that one query looks up. Each slug counts once for each domain. */
const candidatesMax = 10_000

/**
 * Derives a slug from each name. If a page has or had the slug, a short link has it at the store's root, or it is in
 * `reserved`, appends a number. The caller has locked the project's slugs.
 */
export async function makeFreeSlugs(
  tx: Tx,
  projectId: ProjectId,
  pages: readonly NamedPage[],
  reserved: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const [first] = pages
  if (first === undefined) return []
  const prefix = pages.length === 1 ? toBaseSlug(first) : ''
  const { rows } = await sql<{ slug: string }>`
    select slug from page_slugs where project_id = ${projectId} and starts_with(slug, ${prefix})`.execute(tx)
  const taken = new Set([...rows.map(({ slug }) => slug), ...reserved])
  const domainIds = await selectRootDomains(tx, projectId)
  for (let ahead = 1; ; ahead = Math.ceil(candidatesMax / pages.length / domainIds.length)) {
    const slugs = toFreeSlugs(pages, new Set(taken))
    // If a short link has one of the slugs, the next query looks up many numbers at once, up to `candidatesMax`
    // addresses, because an owner can have thousands of such links.
    const candidates = toFreeSlugs(Array.from({ length: ahead }, () => pages).flat(), new Set(taken))
    const names = await findTakenSlugs(tx, domainIds, candidates)
    if (!slugs.some((slug) => names.has(slug))) return slugs
    for (const name of names) taken.add(name)
  }
}

const linkNameMessage = 'A short link on the domain of the store has this address, or had it. Please choose a different one.'

/**
 * Asserts that a page may use a slug. A slug that another page had earlier may be used; it then leads to the new page.
 * If the store is at the root of a domain, a slug that a short link has or had there may not be used. The caller has
 * locked the project's slugs. Throws PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
 */
export async function assertFreeSlug(
  tx: Tx,
  projectId: ProjectId,
  { slug, pageId }: { slug: string; pageId?: string | undefined },
): Promise<void> {
  if (isReservedPageSlug(slug)) fail('PAGE_SLUG_RESERVED', { slug })
  const row = await tx
    .selectFrom('page_slugs')
    .select(['product_id', 'category_id'])
    .where('project_id', '=', projectId)
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  if (row !== undefined && (row.product_id ?? row.category_id) === pageId) return
  if (row !== undefined) fail('PAGE_SLUG_TAKEN', { slug })
  const names = await findTakenSlugs(tx, await selectRootDomains(tx, projectId), [slug])
  if (names.size > 0) fail('PAGE_SLUG_TAKEN', { slug }, linkNameMessage)
}

/**
 * Returns the given slugs that a page may not use, because another page has them, or a short link has or had them at
 * the store's root. The caller has locked the project's slugs.
 */
export async function selectUsedSlugs(tx: Tx, projectId: ProjectId, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await tx
    .selectFrom('page_slugs')
    .select('slug')
    .where('project_id', '=', projectId)
    .where('slug', 'in', slugs)
    .where('replaced_at', 'is', null)
    .execute()
  return new Set([...rows.map(({ slug }) => slug), ...(await findTakenSlugs(tx, await selectRootDomains(tx, projectId), slugs))])
}

/**
 * Returns the slug of a new page. If the owner chose no slug, derives it from the name. The project's slugs stay locked
 * until the transaction ends. Throws PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
 */
export async function takeSlugOfNewPage(tx: Tx, projectId: ProjectId, page: NamedPage & { slug?: string | undefined }): Promise<string> {
  await lockPageSlugsForUpdate(tx, projectId)
  if (page.slug) {
    await assertFreeSlug(tx, projectId, { slug: page.slug })
    return page.slug
  }
  const [slug = ''] = await makeFreeSlugs(tx, projectId, [page])
  return slug
}
