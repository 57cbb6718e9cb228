// Entries of the audit log name a view by its id alone: every member reads them, and a view is its user's own.
import { type LinkView, type LinkViewDraft, type LinkViewId, linkViewsPerUser } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read, type UserContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  countViews,
  deleteViewRow,
  insertView,
  type LinkViewRow,
  lockViewForUpdate,
  lockViewListForUpdate,
  selectViews,
  updateViewRow,
  type ViewOwner,
} from './link-view-table.ts'

type UsersContext = ProjectContext<UserContext>

/** Every view that the user saved in the project, by name. */
export async function listViews(ctx: UsersContext): Promise<LinkView[]> {
  return (await read(ctx, (tx) => selectViews(tx, ownerOf(ctx)))).map(toView)
}

/** Throws LINK_VIEW_NAME_TAKEN when the user has the name, ignoring case, and LINK_VIEW_LIMIT_REACHED. */
export function createView({ ids }: Pick<Deps, 'ids'>, ctx: UsersContext, draft: LinkViewDraft): Promise<LinkView> {
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'link_view.create', entity: 'link_view' }, async (tx, change) => {
    await lockViewListForUpdate(tx, owner)
    const key = { id: ids.next<LinkViewId>(), organizationId: ctx.organization.id, createdAt: ctx.now }
    const row = (await insertView(tx, owner, key, draft)) ?? fail('LINK_VIEW_NAME_TAKEN')
    if ((await countViews(tx, owner)) > linkViewsPerUser) fail('LINK_VIEW_LIMIT_REACHED')
    change.entityId = row.id
    return toView(row)
  })
}

/** Throws LINK_VIEW_NOT_FOUND, also for a view of another user, or LINK_VIEW_NAME_TAKEN. */
export function updateView(ctx: UsersContext, { viewId, draft }: { viewId: LinkViewId; draft: LinkViewDraft }): Promise<LinkView> {
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'link_view.update', entity: 'link_view', entityId: viewId }, async (tx) => {
    await lockViewListForUpdate(tx, owner)
    if ((await lockViewForUpdate(tx, owner, viewId)) === undefined) fail('LINK_VIEW_NOT_FOUND')
    return toView((await updateViewRow(tx, owner, viewId, draft)) ?? fail('LINK_VIEW_NAME_TAKEN'))
  })
}

/** Throws LINK_VIEW_NOT_FOUND, also for a view of another user. */
export function deleteView(ctx: UsersContext, viewId: LinkViewId): Promise<void> {
  const owner = ownerOf(ctx)
  return mutate(ctx, { action: 'link_view.delete', entity: 'link_view', entityId: viewId }, async (tx) => {
    if ((await lockViewForUpdate(tx, owner, viewId)) === undefined) fail('LINK_VIEW_NOT_FOUND')
    await deleteViewRow(tx, owner, viewId)
  })
}

function ownerOf({ project, actor }: UsersContext): ViewOwner {
  return { projectId: project.id, userId: actor.userId }
}

function toView({ id, ...view }: LinkViewRow): LinkView {
  return { view_id: id, ...view }
}
