// Statements that change several rows of `links`. Statements that change destinations are in link-target-table.ts.
// Links are locked in the order of their ids before they are changed, so that two transactions on the same links do not
// deadlock.
import type { LinkId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { LabelListener } from '../../labels/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type LinkRow, linkColumns } from './link-columns.ts'

/** Selects the given links of the project, sorted by id, and locks them until the transaction ends. */
export function lockLinksForUpdate(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<LinkRow[]> {
  return tx
    .selectFrom('links')
    .select(linkColumns)
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Selects the ids and names of any number of links, sorted by id. If `isLocking` is true, locks the links until the
 * transaction ends.
 */
export function selectLinkTitles(
  tx: Tx,
  projectId: ProjectId,
  linkIds: readonly LinkId[],
  { isLocking }: { isLocking: boolean },
): Promise<{ id: LinkId; title: string | null; slug: string }[]> {
  return tx
    .selectFrom('links')
    .select(['id', 'title', 'slug'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`id = any (${linkIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(isLocking, (query) => query.forNoKeyUpdate())
    .execute()
}

interface BulkLinkValues {
  isArchived: boolean | undefined
  isAffiliated: boolean | undefined
  addLabels: readonly string[]
  /** Compared ignoring case. A label that is also in `addLabels` is removed. */
  removeLabels: readonly string[]
}

/**
 * Applies the same changes to all given links. Returns the links in no particular order. The caller must have locked
 * the links.
 */
export async function updateLinkRows(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], values: BulkLinkValues): Promise<LinkRow[]> {
  if (linkIds.length === 0) return []
  const { isArchived = null, isAffiliated = null, addLabels, removeLabels } = values
  return tx
    .updateTable('links')
    .set({
      is_archived: sql<boolean>`coalesce(${isArchived}::boolean, is_archived)`,
      is_affiliated: sql<boolean>`coalesce(${isAffiliated}::boolean, is_affiliated)`,
      labels: sql<string[]>`array(
        select name from unnest(labels || ${addLabels}::text[]) with ordinality as carried (name, nth)
        where lower(name) <> all (select lower(removed) from unnest(${removeLabels}::text[]) as removed)
        group by name order by min(nth))`,
    })
    .where('project_id', '=', projectId)
    .where('id', 'in', linkIds)
    .returning(linkColumns)
    .execute()
}

/**
 * Returns the names that are not among `others`, ignoring case. PostgreSQL compares the names, because JavaScript folds
 * the case of "İ" differently.
 */
export async function selectNamesExcept(tx: Tx, names: readonly string[], others: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0 || others.length === 0) return names
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) with ordinality as given (name, nth)
    where lower(name) <> all (select lower(other) from unnest(${others}::text[]) as other) order by nth`.execute(tx)
  return rows.map((row) => row.name)
}

/** Marks links as deleted. Their addresses answer with 410. The caller must have locked the links. */
export async function markLinkRowsDeleted(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[], deletedAt: Date): Promise<void> {
  if (linkIds.length === 0) return
  await tx.updateTable('links').set({ deleted_at: deletedAt }).where('project_id', '=', projectId).where('id', 'in', linkIds).execute()
}

/**
 * Matches the links of a project. Deleted links are included until they are erased, because they can be restored.
 * Relies on links_project_id_idx and links_deleted_idx.
 */
function isExistingOrRestorable(projectId: ProjectId) {
  return sql`((project_id = ${projectId} and deleted_at is null) or (project_id = ${projectId} and deleted_at is not null and target <> ''))`
}

export async function archiveAllLinks(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`
    with locked as materialized (
      select id from links
      where ${isExistingOrRestorable(projectId)} and not is_archived
      order by id for no key update)
    update links set is_archived = true from locked where links.id = locked.id`.execute(tx)
}

const renameLabelOnLinks: LabelListener['onRenamed'] = async (tx, projectId, { from, to }) => {
  await sql`
    with locked as materialized (
      select id from links
      where ${isExistingOrRestorable(projectId)} and ${from} = any (labels)
      order by id for no key update)
    update links set labels = array_replace(labels, ${from}, ${to}) from locked where links.id = locked.id`.execute(tx)
}

const removeLabelFromLinks: LabelListener['onDeleted'] = async (tx, projectId, name) => {
  await sql`
    with locked as materialized (
      select id from links
      where ${isExistingOrRestorable(projectId)} and ${name} = any (labels)
      order by id for no key update)
    update links set labels = array_remove(labels, ${name}) from locked where links.id = locked.id`.execute(tx)
}

/** Updates the label names that a project's links store, including archived and deleted links. */
export const linkLabelListener: LabelListener = { onRenamed: renameLabelOnLinks, onDeleted: removeLabelFromLinks }
