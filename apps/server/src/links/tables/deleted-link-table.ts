// Every statement on rows of `links` that are marked as deleted. A row with an empty target is erased.
import { createLowestId, type LinkId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { erasedContent, toUpdate } from './link-columns.ts'

function queryDeletedLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]) {
  return tx.selectFrom('links').where('project_id', '=', projectId).where('id', 'in', linkIds).where('target', '<>', '')
}

/** Selects the labels of links that were deleted after `since`. */
export async function selectDeletedLabels(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], since: Date): Promise<string[]> {
  const rows = await queryDeletedLinks(tx, projectId, linkIds).select('labels').where('deleted_at', '>', since).execute()
  return [...new Set(rows.flatMap(({ labels }) => labels))]
}

/** Selects the given links that were deleted after `since`, sorted by id, and locks them until the transaction ends. */
export function lockDeletedLinksForUpdate(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], since: Date) {
  return queryDeletedLinks(tx, projectId, linkIds)
    .select(['id', 'target', 'is_pending', 'page_id'])
    .where('deleted_at', '>', since)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Restores deleted links. A link gets back only the labels that `labels` contains, ignoring case. They are stored in
 * the spelling of `labels`. The caller must have locked the links.
 */
export async function restoreLinkRows(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], labels: readonly string[]): Promise<void> {
  await tx
    .updateTable('links')
    .set({
      deleted_at: null,
      labels: sql<string[]>`array(
        select label from unnest(labels) with ordinality as carried (name, nth)
        join unnest(${labels}::text[]) as label on lower(label) = lower(carried.name) order by nth)`,
    })
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .execute()
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

/** Returns the given links that were deleted at `deletedAt`, unless they were restored or erased. */
export async function selectErasable(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], deletedAt: Date): Promise<LinkId[]> {
  const rows = await queryDeletedLinks(tx, projectId, linkIds).select('id').where('deleted_at', '=', deletedAt).execute()
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

/** Clears the content of links that were deleted at `deletedAt`. The row stays, because it reserves the address. */
export async function eraseLinkRows(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
  deletedAt: Date,
): Promise<{ id: LinkId; slug: string }[]> {
  return tx
    .with('locked', (db) =>
      db
        .selectFrom('links')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', 'in', linkIds)
        .where('deleted_at', '=', deletedAt)
        .where('target', '<>', erasedContent.target)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('links')
    .from('locked')
    .set({ ...toUpdate(erasedContent), is_pending: false })
    .whereRef('links.id', '=', 'locked.id')
    .returning(['links.id', 'links.slug'])
    .execute()
}
