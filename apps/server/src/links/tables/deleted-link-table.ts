// Every statement on rows of `links` that are marked as deleted. A row with an empty target is erased.
import { createLowestId, type LinkId, type ProjectId } from '@linkshelf/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectActorOfChange } from '../../access/index.ts'
import { type Db, escapeLike, type Tx } from '../../platform/postgres/postgres.ts'
import { erasedContent, host, toUpdate } from './link-columns.ts'

function queryDeletedLinks(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('links').where('project_id', '=', projectId).where('deleted_at', 'is not', null).where('target', '<>', '')
}

/** True if the link whose id is in the column is deleted and not erased. Relies on links_pkey. */
export function isRestorableLink(column: string): RawBuilder<boolean> {
  return sql`exists (select from links where links.id = ${sql.ref(column)} and deleted_at is not null and target <> '')`
}

export interface DeletedLinkPosition {
  deletedAt: Date
  id: LinkId
}

/**
 * Selects the links that were deleted after `since`, last deleted first, and who deleted them. `search` is a part of
 * the slug, destination, title or notes, and ignores case. Relies on links_deleted_idx.
 */
export function selectDeletedLinks(
  tx: Tx,
  projectId: ProjectId,
  { since, search, after, limit }: { since: Date; search: string | undefined; after: DeletedLinkPosition | undefined; limit: number },
) {
  const pattern = `%${escapeLike((search ?? '').toLowerCase())}%`
  return queryDeletedLinks(tx, projectId)
    .select(['id', host.as('host'), 'slug', 'taken_slug', 'target', 'title', sql<Date>`deleted_at`.as('deleted_at')])
    .select(selectActorOfChange({ table: 'links', at: 'deleted_at' }).as('deleted_by'))
    .where('deleted_at', '>', since)
    .$if(Boolean(search), (query) => query.where(sql<SqlBool>`search_text like ${pattern} or lower(taken_slug) like ${pattern}`))
    .$if(after !== undefined, (query) => query.where(sql<SqlBool>`(deleted_at, id) < (${after?.deletedAt}, ${after?.id})`))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the given links that were deleted after `since`. */
export async function selectRestorableLinkIds(tx: Tx, projectId: ProjectId, linkIds: readonly string[], since: Date): Promise<LinkId[]> {
  const rows = await queryDeletedLinks(tx, projectId)
    .select('id')
    .where(sql<SqlBool>`id = any (${linkIds}::uuid[])`)
    .where('deleted_at', '>', since)
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects the labels of links that were deleted after `since`. */
export async function selectDeletedLabels(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], since: Date): Promise<string[]> {
  const rows = await queryDeletedLinks(tx, projectId).select('labels').where('id', 'in', linkIds).where('deleted_at', '>', since).execute()
  return [...new Set(rows.flatMap(({ labels }) => labels))]
}

/** Selects the given links that were deleted after `since`, sorted by id, and locks them until the transaction ends. */
export function lockDeletedLinksForUpdate(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], since: Date) {
  return queryDeletedLinks(tx, projectId)
    .select(['id', host.as('host'), 'target', 'is_pending', 'page_id', 'taken_slug', sql<Date>`deleted_at`.as('deleted_at')])
    .where('id', 'in', linkIds)
    .where('deleted_at', '>', since)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Restores deleted links. A link gets back only the labels that `labels` contains, ignoring case. They are stored in
 * the spelling of `labels`. If `slug` is given, the links get it in place of a slug that another link got. Returns the
 * ids of the restored links: a link is not restored if the given slug is taken. The caller must have locked the links.
 */
export async function restoreLinkRows(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
  { labels, slug }: { labels: readonly string[]; slug?: string },
): Promise<LinkId[]> {
  if (linkIds.length === 0) return []
  const rows = await tx
    .updateTable('links')
    .set({
      deleted_at: null,
      ...(slug !== undefined && { slug, taken_slug: null }),
      labels: sql<string[]>`array(
        select label from unnest(labels) with ordinality as carried (name, nth)
        join unnest(${labels}::text[]) as label on lower(label) = lower(carried.name) order by nth)`,
    })
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns whether a link was created in the project after `since`, even if it was deleted. Ignores short URLs of pages,
 * because the plan does not count them. Uses the time in the id, because a file can choose `created_at`. Relies on
 * links_pkey.
 */
export async function hasLinkSince(tx: Tx, projectId: ProjectId, since: Date): Promise<boolean> {
  const newer = await tx
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '>', createLowestId(since.getTime()) as LinkId)
    .where('page_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/**
 * Selects projects with links that were deleted until `until`. `db` must use the database account of the jobs process.
 */
export function selectProjectsToErase(db: Db, until: Date, limit: number) {
  return db
    .selectFrom('links')
    .select(['organization_id', 'project_id'])
    .distinct()
    .where('deleted_at', '<=', until)
    .where('target', '<>', '')
    .limit(limit)
    .execute()
}

/**
 * Selects the first link in the order of deletion, last deleted first, after `count` links. Undefined if the project
 * has no more deleted links. Relies on links_deleted_idx.
 */
export function selectDeletedLinkAfter(tx: Tx, projectId: ProjectId, count: number): Promise<DeletedLinkPosition | undefined> {
  return queryDeletedLinks(tx, projectId)
    .select([sql<Date>`deleted_at`.as('deletedAt'), 'id'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .offset(count)
    .limit(1)
    .executeTakeFirst()
}

/**
 * Selects at most `limit` links that were deleted until `until`, in the order of their deletion. If `last` is given,
 * links after this position are not selected.
 */
export async function selectErasable(
  tx: Tx,
  projectId: ProjectId,
  { until, last, limit }: { until: Date; last?: DeletedLinkPosition | undefined; limit: number },
): Promise<LinkId[]> {
  const rows = await queryDeletedLinks(tx, projectId)
    .select('id')
    .where('deleted_at', '<=', until)
    .$if(last !== undefined, (query) => query.where(sql<SqlBool>`(deleted_at, id) <= (${last?.deletedAt}, ${last?.id})`))
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects the given links that are not erased, in any project. */
export function selectUnerasedLinks(tx: Tx, linkIds: readonly string[]) {
  return tx
    .selectFrom('links')
    .select(['id', 'project_id', 'organization_id'])
    .where(sql<boolean>`id = any (${linkIds}::uuid[])`)
    .where('target', '<>', erasedContent.target)
    .execute()
}

/**
 * Clears the content of the given links, if they were deleted until `until` and not restored. The row stays, because it
 * reserves the address. Returns the erased links, in no particular order.
 */
export async function eraseLinkRows(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
  until: Date,
): Promise<{ id: LinkId; slug: string }[]> {
  return tx
    .with('locked', (db) =>
      db
        .selectFrom('links')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', 'in', linkIds)
        .where('deleted_at', '<=', until)
        .where('target', '<>', erasedContent.target)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('links')
    .from('locked')
    .set({ ...toUpdate(erasedContent), is_pending: false })
    .whereRef('links.id', '=', 'locked.id')
    .returning(['links.id', sql<string>`coalesce(links.taken_slug, links.slug)`.as('slug')])
    .execute()
}
