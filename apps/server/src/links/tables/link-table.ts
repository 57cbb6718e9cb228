// Statements on single rows of `links`, and counts. Pages are in list/link-page-table.ts, bulk changes in
// bulk-link-table.ts, statements on slugs in write/slugs.ts, those of edges in resolved/. An address, which is a domain
// and a slug, is unique across all organizations, and never used again.
import type { DomainId, LinkId, LinkShop, OrganizationId, ProductId, ProjectId, StoreId } from '@linkshelf/contract'
import { sql, type Updateable } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'
import { host, type LinkRow, linkColumns } from './link-columns.ts'

export interface NewLink {
  id: LinkId
  /** Null for the instance's own domain. */
  domainId: DomainId | null
  slug: string
  target: string
  title: string | null
  notes: string | null
  labels: string[]
  isAffiliated: boolean
  shops: readonly LinkShop[]
  hasChoicePage: boolean
  /** Undefined for a link to any other page. */
  page?: PageOfLink | undefined
  createdAt: Date
}

/** The store or product whose page a link leads to. */
export type PageOfLink = { kind: 'store'; id: StoreId } | { kind: 'product'; id: ProductId }

/** Returns undefined when the address is, or ever was, in use. */
export function insertLink(tx: Tx, organizationId: OrganizationId, projectId: ProjectId, link: NewLink): Promise<LinkRow | undefined> {
  return tx
    .insertInto('links')
    .values({
      id: link.id,
      organization_id: organizationId,
      project_id: projectId,
      domain_id: link.domainId,
      slug: link.slug,
      target: link.target,
      title: link.title,
      has_own_title: link.title !== null,
      notes: link.notes,
      labels: link.labels,
      is_affiliated: link.isAffiliated,
      shops: JSON.stringify(link.shops),
      has_choice_page: link.hasChoicePage,
      page_kind: link.page?.kind ?? null,
      page_id: link.page?.id ?? null,
      created_at: link.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(linkColumns)
    .executeTakeFirst()
}

function linksById(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]) {
  return tx
    .selectFrom('links')
    .select(linkColumns)
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
}

function linkById(tx: Tx, projectId: ProjectId, linkId: LinkId) {
  return linksById(tx, projectId, [linkId])
}

/** Selects links in no particular order. */
export function selectLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<LinkRow[]> {
  return linksById(tx, projectId, linkIds).execute()
}

export function selectLink(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return linkById(tx, projectId, linkId).executeTakeFirst()
}

/**
 * The link, locked against changes and deletion until the transaction ends; undefined when the
 * project has no such link.
 */
export function lockLinkForUpdate(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return linkById(tx, projectId, linkId).forNoKeyUpdate().executeTakeFirst()
}

/** The same lock, shared: several transactions may have it at once. */
export function lockLinkForShare(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return linkById(tx, projectId, linkId).forShare().executeTakeFirst()
}

export async function selectExistingLinkIds(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<LinkId[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Selects the addresses and destinations of links by id, however many they are. Deleted ones are missing. */
export async function selectAddressesAndTargets(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
): Promise<ReadonlyMap<LinkId, Pick<LinkRow, 'host' | 'slug' | 'target' | 'expanded_target' | 'shops'>>> {
  const rows = await tx
    .selectFrom('links')
    .select(['id', host.as('host'), 'slug', 'target', 'expanded_target', 'shops'])
    .where('project_id', '=', projectId)
    .where('id', '=', sql<LinkId>`any(${linkIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** The names of links that are not deleted: the title, or else the slug. */
export async function selectLinkNames(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<{ id: LinkId; name: string }[]> {
  return tx
    .selectFrom('links')
    .select(['id', sql<string>`coalesce(nullif(title, ''), slug)`.as('name')])
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The links with exactly this label, deleted ones excluded. */
export async function selectLinkIdsWithLabel(tx: Tx, projectId: ProjectId, label: string): Promise<LinkId[]> {
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql<boolean>`${label} = any (labels)`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Locks the given links against deletion until the transaction ends. Returns the ids of those that exist. */
export async function lockExistingLinksForShare(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<LinkId[]> {
  if (linkIds.length === 0) return []
  const rows = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Stores what a page check found, but no title where the owner chose one, and ends the pending state. Skips a link
 * whose destination changed meanwhile.
 */
export function updateCheckedLink(
  tx: Tx,
  projectId: ProjectId,
  { id, target }: Pick<LinkRow, 'id' | 'target'>,
  { title, expanded_target, expanded_shops }: Pick<LinkRow, 'title' | 'expanded_target' | 'expanded_shops'>,
): Promise<LinkRow | undefined> {
  return tx
    .updateTable('links')
    .set({
      is_pending: false,
      title: sql<string | null>`case when has_own_title then title else ${title}::text end`,
      expanded_target,
      expanded_shops: JSON.stringify(expanded_shops),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('target', '=', target)
    .where('deleted_at', 'is', null)
    .returning(linkColumns)
    .executeTakeFirst()
}

export type LinkValues = Updateable<
  Pick<
    Tables['links'],
    'target' | 'labels' | 'title' | 'has_own_title' | 'notes' | 'is_archived' | 'is_pending' | 'is_affiliated' | 'shops' | 'has_choice_page'
  >
>

/** The caller has locked the link. */
export function updateLinkRow(tx: Tx, projectId: ProjectId, linkId: LinkId, values: LinkValues): Promise<LinkRow> {
  return tx
    .updateTable('links')
    .set(values)
    .where('project_id', '=', projectId)
    .where('id', '=', linkId)
    .returning(linkColumns)
    .executeTakeFirstOrThrow()
}

export async function countUnarchivedLinks(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = await tx
    .selectFrom('links')
    .select((links) => links.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', false)
    .executeTakeFirstOrThrow()
  return count
}
