// Views of a screen that a user saved under a name in a project. Each screen declares its kind of views; names, limits
// and mailing follow the same rules for all, and operations take the kind before the arguments that all operations
// take. Entries of the audit log name a view by its id alone: every member reads them, and a view is its user's own.
import { type OrganizationId, type SavedViewId, savedViewsPerUser } from '@linkshelf/contract'
import {
  fail,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  type RequestContext,
  read,
  type UserActor,
  type UserContext,
} from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import {
  countViews,
  deleteViewRow,
  insertView,
  lockViewForUpdate,
  lockViewListForUpdate,
  type SavedViewRow,
  selectView,
  selectViews,
  stopMailingViewRow,
  updateViewRow,
  type ViewList,
} from './saved-view-table.ts'

type OwnContext = ProjectContext<UserContext>

/** The views of one screen. `Stored` is the form in which they are stored, `View` the one that its calls return. */
export interface SavedViewKind<Stored extends object, View> {
  name: ViewList['kind']
  entity: 'link_view' | 'saved_report'
  /** The error codes of its calls begin with it. */
  errors: 'LINK_VIEW' | 'SAVED_REPORT'
  toView: (row: SavedViewRow & { view: Stored }) => View
}

interface SavedViewDraft<Stored> {
  name: string
  view: Stored
  is_mailed?: boolean | undefined
}

/** The user's own views of the project, by name. */
export async function listSavedViews<Stored extends object, View>(kind: SavedViewKind<Stored, View>, ctx: OwnContext): Promise<View[]> {
  return (await read(ctx, (tx) => selectViews(tx, toViewList(kind, ctx)))).map((row) => toView(kind, row))
}

/** Throws …_NAME_TAKEN when the user has a view of the name, ignoring case, and …_LIMIT_REACHED. */
export function createSavedView<Stored extends object, View>(
  kind: SavedViewKind<Stored, View>,
  { ids }: CoreDeps,
  ctx: OwnContext,
  { name, view, is_mailed = false }: SavedViewDraft<Stored>,
): Promise<View> {
  const list = toViewList(kind, ctx)
  return mutate(ctx, { action: `${kind.entity}.create`, entity: kind.entity }, async (tx, change) => {
    await lockViewListForUpdate(tx, list)
    const key = { id: ids.next<SavedViewId>(), organization_id: ctx.organization.id, created_at: ctx.now }
    const row =
      (await insertView(tx, list, { ...key, name, view, mailed_since: is_mailed ? ctx.now : null })) ?? fail(`${kind.errors}_NAME_TAKEN`)
    if ((await countViews(tx, list)) > savedViewsPerUser) fail(`${kind.errors}_LIMIT_REACHED`)
    change.entityId = row.id
    return toView(kind, row)
  })
}

/**
 * Changes the fields that `update` contains. Throws …_NOT_FOUND, also for a view of another user, and …_NAME_TAKEN when
 * another view of the user has the name, ignoring case.
 */
export function updateSavedView<Stored extends object, View>(
  kind: SavedViewKind<Stored, View>,
  ctx: OwnContext,
  { viewId, update }: { viewId: SavedViewId; update: Partial<SavedViewDraft<Stored>> },
): Promise<View> {
  const list = toViewList(kind, ctx)
  return mutate(ctx, { action: `${kind.entity}.update`, entity: kind.entity, entityId: viewId }, async (tx) => {
    await lockViewListForUpdate(tx, list)
    const before = (await lockViewForUpdate(tx, list, viewId)) ?? fail(`${kind.errors}_NOT_FOUND`)
    const { name = before.name, view = before.view, is_mailed = before.mailed_since !== null } = update
    // Switched on on a Wednesday, it is mailed from the next Monday on.
    const mailed_since = is_mailed ? (before.mailed_since ?? ctx.now) : null
    return toView(kind, (await updateViewRow(tx, list, { id: viewId, name, view, mailed_since })) ?? fail(`${kind.errors}_NAME_TAKEN`))
  })
}

/** Throws …_NOT_FOUND, also for a view of another user. */
export function deleteSavedView<Stored extends object, View>(
  kind: SavedViewKind<Stored, View>,
  ctx: OwnContext,
  viewId: SavedViewId,
): Promise<void> {
  return mutate(ctx, { action: `${kind.entity}.delete`, entity: kind.entity, entityId: viewId }, async (tx) => {
    if (!(await deleteViewRow(tx, toViewList(kind, ctx), viewId))) fail(`${kind.errors}_NOT_FOUND`)
  })
}

/** The user of a mailed view, in its organization, whose membership may have ended: then the view is gone. */
export interface ReaderContext extends RequestContext {
  actor: UserActor
  organization: { id: OrganizationId }
}

/** Undefined when the view is deleted. */
export async function findSavedViewName(ctx: ReaderContext, viewId: SavedViewId): Promise<string | undefined> {
  return (await read(ctx, (tx) => selectView(tx, ctx.actor.userId, viewId)))?.name
}

/**
 * Handles the link in a mailed view, which works without sign-in: its token names the user. Does nothing when the view
 * is not mailed, or is deleted.
 */
export async function stopMailingSavedView(ctx: ReaderContext, viewId: SavedViewId): Promise<void> {
  const view = await read(ctx, (tx) => selectView(tx, ctx.actor.userId, viewId))
  if (view === undefined || view.mailed_since === null) return
  const inProject = { ...ctx, project: { id: view.project_id } }
  await ignoreDeleted(
    mutate(inProject, { action: 'saved_report.unsubscribe', entity: 'saved_report', entityId: viewId, role: 'viewer' }, (tx) =>
      stopMailingViewRow(tx, ctx.actor.userId, viewId),
    ),
  )
}

function toViewList<Stored extends object, View>({ name }: SavedViewKind<Stored, View>, { project, actor }: OwnContext): ViewList {
  return { kind: name, projectId: project.id, userId: actor.userId }
}

/** A row of the kind has the form that the kind stores: only drafts of that form are written under its name. */
function toView<Stored extends object, View>(kind: SavedViewKind<Stored, View>, row: SavedViewRow): View {
  return kind.toView(row as SavedViewRow & { view: Stored })
}
