// Slugs of products and categories, which share one space in a project. A statement that writes `slug` of either table
// registers it in `page_slugs` by a trigger; all else about that table is here.
import { isReservedPageSlug, type OrganizationId, type ProjectId } from '@linkshelf/contract/basics'
import { sql } from 'kysely'
import { fail } from '../access/index.ts'
import { lockDomainsOfPages, selectRootDomains } from '../domains/index.ts'
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
      /** Null for the present address of the page. */
      replaced_at: Date | null
    }
  }
}

/**
 * Locks the slugs of a project until the transaction ends, and the domains at whose root its store is: no link gets an
 * address there meanwhile. It comes after the list of products, and before the list of categories and every row of
 * either. `addsLinks`: whether the transaction adds links.
 */
export async function lockPageSlugsForUpdate(tx: Tx, projectId: ProjectId, options?: { addsLinks: boolean }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`page-slugs:${projectId}`}, 0))`.execute(tx)
  await lockDomainsOfPages(tx, projectId, options)
}

/** So many addresses, of each slug on each domain, are looked up with one query. */
const candidatesMax = 10_000

/**
 * Makes a slug of each name: one that no page has or had, and no short link at the root of the store, with a number
 * behind it where that is needed. The caller has locked the slugs of the project.
 */
export async function makeFreeSlugs(tx: Tx, projectId: ProjectId, pages: readonly NamedPage[]): Promise<string[]> {
  const [first] = pages
  if (first === undefined) return []
  const prefix = pages.length === 1 ? toBaseSlug(first) : ''
  const { rows } = await sql<{ slug: string }>`
    select slug from page_slugs where project_id = ${projectId} and starts_with(slug, ${prefix})`.execute(tx)
  const taken = new Set(rows.map(({ slug }) => slug))
  const domainIds = await selectRootDomains(tx, projectId)
  for (let ahead = 1; ; ahead = Math.ceil(candidatesMax / pages.length / domainIds.length)) {
    const slugs = toFreeSlugs(pages, new Set(taken))
    // Once a link has one of them, the next numbers are looked up too: an owner may have thousands of such links.
    const candidates = toFreeSlugs(Array.from({ length: ahead }, () => pages).flat(), new Set(taken))
    const names = await findTakenSlugs(tx, domainIds, candidates)
    if (!slugs.some((slug) => names.has(slug))) return slugs
    for (const name of names) taken.add(name)
  }
}

const linkNameMessage = 'A short link on the domain of the store has this address, or had it. Please choose a different one.'

/**
 * Asserts that a page may have a slug. An earlier address of another page is free for its owner, and leads to the new
 * page from then on; where the store is at the root of an own domain, that of a short link is not. The caller has
 * locked the slugs of the project. Throws PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
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
 * Returns the slug of a new page: the one that its owner chose, or else one that is made of its name. The slugs of the
 * project stay locked. Throws PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
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
