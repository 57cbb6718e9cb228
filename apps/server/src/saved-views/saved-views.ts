// Views of a screen that users save by name in a project. Each screen declares its own kind of view. Names, limits and
// mailing follow the same rules for all kinds. Operations take the kind before their other arguments. Audit entries
// name a view only by its id, because every member can read the audit log, but a view is private to its user.
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

/** The views of one screen. `Stored` is the form in which they are stored, and `View` is the form that calls return. */
export interface SavedViewKind<Stored extends object, View> {
  name: ViewList['kind']
  entity: 'link_view' | 'saved_report'
  /** Prefix of the error codes of this screen's calls. */
  errors: 'LINK_VIEW' | 'SAVED_REPORT'
  toView: (row: SavedViewRow & { view: Stored }) => View
}

interface SavedViewDraft<Stored> {
  name: string
  view: Stored
  is_mailed?: boolean | undefined
}

/** Lists the user's own views of the project, sorted by name. */
export async function listSavedViews<Stored extends object, View>(kind: SavedViewKind<Stored, View>, ctx: OwnContext): Promise<View[]> {
  return (await read(ctx, (tx) => selectViews(tx, toViewList(kind, ctx)))).map((row) => toView(kind, row))
}

/**
 * Saves a view. Throws …_LIMIT_REACHED. Throws …_NAME_TAKEN if the user has a view with this name, ignoring case. `…`
 * stands for `kind.errors`.
 */
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
 * Changes the fields that `update` contains. Throws …_NOT_FOUND, also if the view belongs to another user. Throws
 * …_NAME_TAKEN if another view of the user has the name, ignoring case.
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
    // The view is mailed from the first Monday after `mailed_since`. If the view is already mailed, this time stays
    // unchanged.
    const mailed_since = is_mailed ? (before.mailed_since ?? ctx.now) : null
    return toView(kind, (await updateViewRow(tx, list, { id: viewId, name, view, mailed_since })) ?? fail(`${kind.errors}_NAME_TAKEN`))
  })
}

/** Throws …_NOT_FOUND, also if the view belongs to another user. */
export function deleteSavedView<Stored extends object, View>(
  kind: SavedViewKind<Stored, View>,
  ctx: OwnContext,
  viewId: SavedViewId,
): Promise<void> {
  return mutate(ctx, { action: `${kind.entity}.delete`, entity: kind.entity, entityId: viewId }, async (tx) => {
    if (!(await deleteViewRow(tx, toViewList(kind, ctx), viewId))) fail(`${kind.errors}_NOT_FOUND`)
  })
}

/**
 * Context of a user to whom a view is mailed, in the view's organization. If the user is no longer a member, the view
 * no longer exists.
 */
export interface ReaderContext extends RequestContext {
  actor: UserActor
  organization: { id: OrganizationId }
}

/** Returns the name of the view. Undefined if the view was deleted. */
export async function findSavedViewName(ctx: ReaderContext, viewId: SavedViewId): Promise<string | undefined> {
  return (await read(ctx, (tx) => selectView(tx, ctx.actor.userId, viewId)))?.name
}

/**
 * Turns off the mailing of a view. The link in the mail works without sign-in, because its token names the user. Does
 * nothing if the view is not mailed or was deleted.
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

/** The row's view has the form `Stored`, because only drafts of this form are written with the name of the kind. */
function toView<Stored extends object, View>(kind: SavedViewKind<Stored, View>, row: SavedViewRow): View {
  return kind.toView(row as SavedViewRow & { view: Stored })
}
