// Every statement on `link_views`. A name is unique among the views of a user in a project, whatever its case:
// link_views_name_key. Row-level security shows users their own views only.
import type { LinkViewDraft, LinkViewId, OrganizationId, ProjectId, UserId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_views: {
      id: LinkViewId
      organization_id: OrganizationId
      project_id: ProjectId
      user_id: UserId
      name: string
      query: string
      created_at: Date
    }
  }
}

const viewColumns = ['id', 'name', 'query'] as const

export type LinkViewRow = Pick<Selectable<Tables['link_views']>, (typeof viewColumns)[number]>

/** The user who has the views, and the project. */
export interface ViewOwner {
  projectId: ProjectId
  userId: UserId
}

function viewsOf(tx: Tx, { projectId, userId }: ViewOwner) {
  return tx.selectFrom('link_views').where('project_id', '=', projectId).where('user_id', '=', userId)
}

/** Selects the views by name. */
export function selectViews(tx: Tx, owner: ViewOwner): Promise<LinkViewRow[]> {
  return viewsOf(tx, owner).select(viewColumns).orderBy(sql`lower(name)`).execute()
}

/** The view, locked until the transaction ends. */
export function lockViewForUpdate(tx: Tx, owner: ViewOwner, id: LinkViewId): Promise<LinkViewRow | undefined> {
  return viewsOf(tx, owner).select(viewColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the views of a user in a project until the transaction ends: no other transaction adds or renames one. */
export async function lockViewListForUpdate(tx: Tx, { projectId, userId }: ViewOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link_views:${projectId}:${userId}`}, 0))`.execute(tx)
}

/** Returns undefined when the user has a view of this name. */
export function insertView(
  tx: Tx,
  { projectId, userId }: ViewOwner,
  { id, organizationId, createdAt }: { id: LinkViewId; organizationId: OrganizationId; createdAt: Date },
  draft: LinkViewDraft,
): Promise<LinkViewRow | undefined> {
  return tx
    .insertInto('link_views')
    .values({ id, organization_id: organizationId, project_id: projectId, user_id: userId, created_at: createdAt, ...draft })
    .onConflict((conflict) => conflict.doNothing())
    .returning(viewColumns)
    .executeTakeFirst()
}

export async function countViews(tx: Tx, owner: ViewOwner): Promise<number> {
  const { count } = await viewsOf(tx, owner)
    .select((views) => views.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined when another view of the user has the name. The caller has locked the list. */
export async function updateViewRow(tx: Tx, owner: ViewOwner, id: LinkViewId, draft: LinkViewDraft): Promise<LinkViewRow | undefined> {
  const other = await viewsOf(tx, owner)
    .select('id')
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${draft.name})`)
    .executeTakeFirst()
  if (other !== undefined) return undefined
  return tx
    .updateTable('link_views')
    .set(draft)
    .where('project_id', '=', owner.projectId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', id)
    .returning(viewColumns)
    .executeTakeFirst()
}

export async function deleteViewRow(tx: Tx, { projectId, userId }: ViewOwner, id: LinkViewId): Promise<void> {
  await tx.deleteFrom('link_views').where('project_id', '=', projectId).where('user_id', '=', userId).where('id', '=', id).execute()
}
