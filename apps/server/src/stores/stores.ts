import {
  type MemberRole,
  makeStoreHandle,
  type OrganizationId,
  type Store,
  type StoreDraft,
  type StoreId,
  type StorePatch,
  type StoreUpdate,
  type Thumbnail,
} from '@linkshelf/contract'
import {
  fail,
  mutate,
  type ProjectContext,
  projectCall,
  rateLimitCreation,
  read,
  requireFeature,
  requireRevision,
  signedInCall,
  type UserContext,
} from '../access/index.ts'
import { requestThumbnails, selectThumbnails, updatePageTargets } from '../links/index.ts'
import type { Deps, OriginDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { replaceFeaturedLinks } from './featured-link-table.ts'
import {
  deleteStoreRow,
  insertStore,
  insertStoreHandle,
  lockStoreForUpdate,
  type StoreRow,
  selectStore,
  selectStoreHandle,
  selectStoreOfProject,
  toAuditedStore,
  toStore,
  toStoreAddress,
  updateStoreRow,
} from './store-table.ts'
import { createStoreUrl, getStoreUrl } from './store-url.ts'

const calls = projectCall.stores

export function storeRoutes(deps: Deps) {
  return {
    list: calls.list.handler(({ context }) => listStores(deps, context.ctx)),
    create: calls.create.handler(({ context, input }) => createStore(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateStore(deps, context.ctx, { storeId: input.params.storeId, update: input.body }),
    ),
    patch: calls.patch.handler(({ context, input }) => patchStore(deps, context.ctx, { storeId: input.params.storeId, patch: input.body })),
    activate: calls.activate.handler(({ context, input }) => activateStore(deps, context.ctx, input.params.storeId)),
    deactivate: calls.deactivate.handler(({ context, input }) => deactivateStore(deps, context.ctx, input.params.storeId)),
    delete: calls.delete.handler(({ context, input }) => deleteStore(context.ctx, input.params.storeId)),
    listThumbnails: calls.listThumbnails.handler(({ context, input }) => listThumbnails(context.ctx, input.params.storeId)),
    checkName: signedInCall.stores.checkName.handler(({ context, input }) => checkStoreName(context.ctx, input.params)),
    getUrl: calls.getUrl.handler(({ context, input }) => getStoreUrl(deps, context.ctx, input.params.storeId)),
    createUrl: calls.createUrl.handler(({ context, input }) =>
      createStoreUrl(deps, context.ctx, { storeId: input.params.storeId, draft: input.body }),
    ),
  }
}

/** Returns at most one store. Throws NOT_FOUND if the organization has neither store pages nor product pages. */
export async function listStores({ origins }: OriginDeps, ctx: ProjectContext): Promise<Store[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const row = await read(ctx, (tx) => selectStoreOfProject(tx, ctx.project.id))
  return row ? [toStore(row, origins)] : []
}

/**
 * Creates the project's store. Throws STORE_EXISTS if the project already has a store. Also throws STORE_NAME_TAKEN,
 * STORE_HTML_FOR_OWNERS and LINK_NOT_FOUND.
 */
export function createStore(
  { ids, origins }: OriginDeps,
  ctx: ProjectContext,
  { active, disclosure, featured_links, ...settings }: StoreDraft,
): Promise<Store> {
  const scope = { organization_id: ctx.organization.id, project_id: ctx.project.id }
  return mutate(ctx, { action: 'store.create', entity: 'store', requires: 'hasStorePage' }, async (tx, change, role) => {
    requireOwnerOfHtml(role, null, settings.snippet)
    const id = ids.next<StoreId>()
    const handle = makeStoreHandle(settings.name)
    const row = { ...settings, ...scope, id, handle, is_active: active, is_disclosed: disclosure, created_at: ctx.now }
    if (!(await insertStore(tx, row))) fail('STORE_EXISTS')
    await takeHandle(tx, ctx, id, handle)
    // Products may have short URLs from an earlier store of the project, so their destinations must be updated.
    await updatePageTargets(tx, ctx.project.id, { storeId: id, address: toStoreAddress(handle, origins) })
    await replaceFeaturedLinks(tx, ctx, id, featured_links)
    const store = (await selectStore(tx, ctx.project.id, id)) ?? fail('STORE_NOT_FOUND')
    change.entityId = id
    change.after = toAuditedStore(store)
    return toStore(store, origins)
  })
}

/**
 * Returns the thumbnails that were requested for featured links, in the order of the link ids. Throws STORE_NOT_FOUND.
 */
export async function listThumbnails(ctx: ProjectContext, storeId: StoreId): Promise<Thumbnail[]> {
  requireFeature(ctx.entitlements, 'hasStorePage')
  const rows = await read(ctx, async (tx) => {
    if ((await selectStore(tx, ctx.project.id, storeId)) === undefined) fail('STORE_NOT_FOUND')
    return selectThumbnails(tx, ctx.project.id)
  })
  return rows.map(({ link_id: url_id, state, image_url }) => ({ url_id, state, image_url }))
}

interface StoreUpdateInput {
  storeId: StoreId
  update: StoreUpdate
}

/**
 * Replaces texts and pictures, and changes other fields only if they are given. If the name changes, the earlier
 * address still leads to the store, and short URLs lead to the new address. Throws STORE_NOT_FOUND, STORE_NAME_TAKEN,
 * STORE_HTML_FOR_OWNERS and LINK_NOT_FOUND.
 */
export function updateStore(deps: OriginDeps, ctx: ProjectContext, { storeId, update }: StoreUpdateInput): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.update', storeId }, (tx, before, role) =>
    writeStore(tx, deps, ctx, { before, role, fields: update }),
  )
}

/**
 * Changes the given fields. Throws STORE_NOT_FOUND, STORE_NAME_TAKEN, STORE_HTML_FOR_OWNERS or LINK_NOT_FOUND. Throws
 * REVISION_OUTDATED if the store has changed since the caller read it.
 */
export function patchStore(
  deps: OriginDeps,
  ctx: ProjectContext,
  { storeId, patch }: { storeId: StoreId; patch: StorePatch },
): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.update', storeId }, (tx, before, role) =>
    writeStore(tx, deps, ctx, { before, role, fields: requireRevision(toStore(before, deps.origins), patch) }),
  )
}

interface StoreChange {
  before: StoreRow
  role: MemberRole
  fields: Omit<StorePatch, 'revision'>
}

/** Writes the fields that are not undefined. The caller has locked the store. */
async function writeStore(tx: Tx, { origins }: OriginDeps, ctx: ProjectContext, { before, role, fields }: StoreChange): Promise<void> {
  const { active, disclosure, featured_links, ...settings } = fields
  if (settings.snippet !== undefined) requireOwnerOfHtml(role, before.snippet, settings.snippet)
  const handle = settings.name === undefined ? before.handle : makeStoreHandle(settings.name)
  if (handle !== before.handle) await takeHandle(tx, ctx, before.id, handle)
  await updateStoreRow(tx, ctx.project.id, before.id, {
    ...settings,
    handle,
    is_disclosed: disclosure,
    is_active: active,
  })
  if (handle !== before.handle)
    await updatePageTargets(tx, ctx.project.id, { storeId: before.id, address: toStoreAddress(handle, origins) })
  if (featured_links !== undefined) await replaceFeaturedLinks(tx, ctx, before.id, featured_links)
}

/**
 * Reserves a handle for a store. No other organization can use the handle from then on, so each handle that is new to
 * the organization counts toward a rate limit. Throws STORE_NAME_TAKEN or TOO_MANY_REQUESTS.
 */
async function takeHandle(tx: Tx, ctx: ProjectContext, storeId: StoreId, handle: string): Promise<void> {
  const { organization, project } = ctx
  const present = await selectStoreHandle(tx, handle)
  if (present?.organization_id !== organization.id) await rateLimitCreation(tx, ctx, 'storeNames')
  const row = { handle, organization_id: organization.id, project_id: project.id, store_id: storeId }
  if (!(await insertStoreHandle(tx, row))) fail('STORE_NAME_TAKEN')
}

/**
 * Throws STORE_HTML_FOR_OWNERS if the HTML changes and the user is not an owner, because the HTML runs in visitors'
 * browsers.
 */
function requireOwnerOfHtml(role: MemberRole, before: string | null, after: string | null): void {
  if (role !== 'owner' && before !== after) fail('STORE_HTML_FOR_OWNERS')
}

/** Shows the store to visitors. Throws STORE_NOT_FOUND. */
export function activateStore(deps: OriginDeps, ctx: ProjectContext, storeId: StoreId): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.activate', storeId }, (tx) =>
    updateStoreRow(tx, ctx.project.id, storeId, { is_active: true }),
  )
}

/** Hides the store from visitors. Throws STORE_NOT_FOUND. */
export function deactivateStore(deps: OriginDeps, ctx: ProjectContext, storeId: StoreId): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.deactivate', storeId }, (tx) =>
    updateStoreRow(tx, ctx.project.id, storeId, { is_active: false }),
  )
}

function changeStore(
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { action, storeId }: { action: 'store.update' | 'store.activate' | 'store.deactivate'; storeId: StoreId },
  change: (tx: Tx, before: StoreRow, role: MemberRole) => Promise<void>,
): Promise<Store> {
  return mutate(ctx, { action, entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, audited, role) => {
    const before = (await lockStoreForUpdate(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    await change(tx, before, role)
    const after = (await selectStore(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    Object.assign(audited, { before: toAuditedStore(before), after: toAuditedStore(after) })
    return toStore(after, origins)
  })
}

/**
 * Deletes the store. Its products and categories stay in the project, and its names stay reserved for the organization.
 * Throws STORE_NOT_FOUND.
 */
export function deleteStore(ctx: ProjectContext, storeId: StoreId): Promise<void> {
  return mutate(ctx, { action: 'store.delete', entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    const before = (await lockStoreForUpdate(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    change.before = toAuditedStore(before)
    await deleteStoreRow(tx, ctx.project.id, storeId)
    await requestThumbnails(tx, ctx, []) // without a store, no link is featured
  })
}

/**
 * Checks whether a store may have a name. Throws STORE_NAME_TAKEN if another store of any organization has or had the
 * name. If that store was deleted, throws only if the user does not belong to its organization.
 */
export async function checkStoreName(
  ctx: UserContext,
  { storeId, name }: { storeId: StoreId; name: string },
): Promise<{ available: true }> {
  const isTaken = await read(ctx, async (tx) => {
    const found = await selectStoreHandle(tx, makeStoreHandle(name))
    if (found === undefined || found.store_id === storeId) return false
    return found.store_id !== null || !(await isVisibleOrganization(tx, found.organization_id))
  })
  if (isTaken) fail('STORE_NAME_TAKEN')
  return { available: true }
}

/** Returns whether the transaction's user belongs to the organization. */
async function isVisibleOrganization(tx: Tx, id: OrganizationId): Promise<boolean> {
  return (await tx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
