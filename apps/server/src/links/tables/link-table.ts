// Statements on single rows of `links`, and counts. Statements on pages of links are in list/link-page-table.ts, bulk
// changes in bulk-link-table.ts, statements on slugs in write/slugs.ts, and statements of edges in resolved/. An
// address, which is a domain and a slug, is unique across all organizations and never used again.
import type { LinkId, OrganizationId, ProductId, ProjectId, StoreId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'
import { host, type LinkContent, type LinkRow, linkColumns, listColumnsExcept, toUpdate } from './link-columns.ts'

const setByDatabase = ['organization_id', 'project_id', 'deleted_at', 'taken_slug', 'search_text'] as const

type NewColumns = Omit<Selectable<Tables['links']>, (typeof setByDatabase)[number]>

/** A row to insert. `created_at` can be text, because archives have microseconds and a `Date` has only milliseconds. */
export type NewLink = Omit<NewColumns, 'created_at'> & { created_at: Date | string }

const newColumns = listColumnsExcept(setByDatabase)

/** The store or product whose page a link leads to. */
export type PageOfLink = { kind: 'store'; id: StoreId } | { kind: 'product'; id: ProductId }

/**
 * Inserts any number of links with one query parameter. Returns the inserted links in no particular order. A link is
 * not returned if its address is, or ever was, in use, or if its id already exists.
 */
export async function insertLinks(
  tx: Tx,
  { organization, project }: { organization: { id: OrganizationId }; project: { id: ProjectId } },
  links: readonly NewLink[],
): Promise<LinkRow[]> {
  if (links.length === 0) return []
  return tx
    .insertInto('links')
    .columns(['organization_id', 'project_id', ...newColumns])
    .expression(
      tx
        .selectFrom(sql<Selectable<Tables['links']>>`json_populate_recordset(null::links, ${JSON.stringify(links)}::json)`.as('given'))
        .select([sql.val(organization.id).as('organization_id'), sql.val(project.id).as('project_id'), ...newColumns]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(linkColumns)
    .execute()
}

function queryLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]) {
  return tx
    .selectFrom('links')
    .select(linkColumns)
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
}

function queryLink(tx: Tx, projectId: ProjectId, linkId: LinkId) {
  return queryLinks(tx, projectId, [linkId])
}

/** Selects links in no particular order. */
export function selectLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<LinkRow[]> {
  return queryLinks(tx, projectId, linkIds).execute()
}

export function selectLink(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return queryLink(tx, projectId, linkId).executeTakeFirst()
}

/**
 * Locks the link against changes and deletion until the transaction ends. Undefined if the project has no such link.
 */
export function lockLinkForUpdate(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return queryLink(tx, projectId, linkId).forNoKeyUpdate().executeTakeFirst()
}

/** Like `lockLinkForUpdate`, but several transactions can hold the lock at once. */
export function lockLinkForShare(tx: Tx, projectId: ProjectId, linkId: LinkId): Promise<LinkRow | undefined> {
  return queryLink(tx, projectId, linkId).forShare().executeTakeFirst()
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

/** Selects the addresses and destinations of any number of links, by id. Deleted links are missing. */
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

/** Selects the names of links that are not deleted. The name is the title, or the slug if the link has no title. */
export async function selectLinkNames(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<{ id: LinkId; name: string }[]> {
  return tx
    .selectFrom('links')
    .select(['id', sql<string>`coalesce(nullif(title, ''), slug)`.as('name')])
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Selects the links with exactly this label. Deleted links are excluded. */
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

/** Locks the given links against deletion until the transaction ends. Returns the ids of the links that exist. */
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
 * Stores the results of a page check, and ends the pending state. A title that the owner chose does not change. Skips a
 * link whose destination was changed in the meantime.
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
      ...toUpdate({ expanded_target, expanded_shops }),
      is_pending: false,
      title: sql<string | null>`case when has_own_title then title else ${title}::text end`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('target', '=', target)
    .where('deleted_at', 'is', null)
    .returning(linkColumns)
    .executeTakeFirst()
}

export type LinkValues = Partial<LinkContent & Pick<LinkRow, 'is_archived' | 'is_pending'>>

/** The caller must have locked the link. */
export function updateLinkRow(tx: Tx, projectId: ProjectId, linkId: LinkId, values: LinkValues): Promise<LinkRow> {
  return tx
    .updateTable('links')
    .set(toUpdate(values))
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
