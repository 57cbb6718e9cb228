// Every statement on `saved_views`, except the statements of the jobs that mail views. A name is unique among a user's
// views of one kind in a project, ignoring case (saved_views_name_key). Row-level security shows users only their own
// views.
import type { OrganizationId, ProjectId, SavedViewId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    saved_views: {
      id: SavedViewId
      organization_id: OrganizationId
      project_id: ProjectId
      user_id: UserId
      /** Screen that the view belongs to. */
      kind: 'links' | 'analytics'
      name: string
      /** The kind decides which fields the view has. */
      view: object
      /** Null if the view is not mailed. */
      mailed_since: Date | null
      created_at: Date
    }
  }
}

const viewColumns = ['id', 'project_id', 'name', 'view', 'mailed_since', 'created_at'] as const

export type SavedViewRow = Pick<Selectable<Tables['saved_views']>, (typeof viewColumns)[number]>

/** Identifies the views of one kind that a user has in a project. */
export interface ViewList {
  kind: Tables['saved_views']['kind']
  projectId: ProjectId
  userId: UserId
}

function queryViews(tx: Tx, { kind, projectId, userId }: ViewList) {
  return tx.selectFrom('saved_views').where('kind', '=', kind).where('project_id', '=', projectId).where('user_id', '=', userId)
}

/** Selects the views, sorted by name. */
export function selectViews(tx: Tx, list: ViewList): Promise<SavedViewRow[]> {
  return queryViews(tx, list).select(viewColumns).orderBy(sql`lower(name)`).execute()
}

/**
 * Selects a view of the user by id, of any kind. Row-level security limits it to the organization in the scope of `tx`.
 */
export function selectView(tx: Tx, userId: UserId, id: SavedViewId): Promise<SavedViewRow | undefined> {
  return tx.selectFrom('saved_views').select(viewColumns).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

export function lockViewForUpdate(tx: Tx, list: ViewList, id: SavedViewId): Promise<SavedViewRow | undefined> {
  return queryViews(tx, list).select(viewColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the list of views until the transaction ends, so that no other transaction adds or renames a view. */
export async function lockViewListForUpdate(tx: Tx, { kind, projectId, userId }: ViewList): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved-views:${kind}:${projectId}:${userId}`}, 0))`.execute(tx)
}

/** Returns the inserted view, or undefined if the list already has a view with this name. */
export function insertView(
  tx: Tx,
  { kind, projectId, userId }: ViewList,
  row: Omit<SavedViewRow, 'project_id'> & { organization_id: OrganizationId },
): Promise<SavedViewRow | undefined> {
  return tx
    .insertInto('saved_views')
    .values({ ...row, kind, project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(viewColumns)
    .executeTakeFirst()
}

export async function countViews(tx: Tx, list: ViewList): Promise<number> {
  const { count } = await queryViews(tx, list)
    .select((views) => views.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns the updated view, or undefined if another view of the list has the name. The caller must have locked the
 * list.
 */
export async function updateViewRow(
  tx: Tx,
  list: ViewList,
  { id, ...changes }: Pick<SavedViewRow, 'id' | 'name' | 'view' | 'mailed_since'>,
): Promise<SavedViewRow | undefined> {
  const other = await queryViews(tx, list)
    .select('id')
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${changes.name})`)
    .executeTakeFirst()
  if (other !== undefined) return undefined
  return tx.updateTable('saved_views').set(changes).where('id', '=', id).returning(viewColumns).executeTakeFirst()
}

export async function stopMailingViewRow(tx: Tx, userId: UserId, id: SavedViewId): Promise<void> {
  await tx.updateTable('saved_views').set({ mailed_since: null }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Returns false if the list does not have the view. */
export async function deleteViewRow(tx: Tx, { kind, projectId, userId }: ViewList, id: SavedViewId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('kind', '=', kind)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
