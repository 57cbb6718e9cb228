import { type Store, type StoreId, type StoreUpdate, storeHandle } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, type Role } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { replaceFeaturedLinks } from './featured-link-table.ts'
import { insertStoreHandle, lockStoreForUpdate, type StoreRow, selectStore, updateStoreRow } from './store-table.ts'
import { toAuditedStore, toStore } from './to-store.ts'

interface StoreUpdateInput {
  storeId: StoreId
  update: StoreUpdate
}

/**
 * Replaces texts and pictures, and changes other fields only if they are given. The address of an earlier name still
 * leads to the store. Throws STORE_NOT_FOUND, STORE_NAME_TAKEN, STORE_HTML_FOR_OWNERS and LINK_NOT_FOUND.
 */
export function updateStore(
  deps: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { storeId, update: { active, disclosure, featured_links, ...settings } }: StoreUpdateInput,
): Promise<Store> {
  const { organization, project } = ctx
  return changeStore(deps, ctx, { action: 'store.update', storeId }, async (tx, before, role) => {
    requireOwnerOfHtml(role, before.snippet, settings.snippet)
    const handle = storeHandle(settings.name)
    const row = { handle, organization_id: organization.id, project_id: project.id, store_id: storeId }
    if (handle !== before.handle && !(await insertStoreHandle(tx, row))) fail('STORE_NAME_TAKEN')
    await updateStoreRow(tx, project.id, storeId, {
      ...given(settings),
      handle,
      ...(disclosure !== undefined && { is_disclosed: disclosure }),
      ...(active !== undefined && { is_active: active }),
    })
    if (featured_links !== undefined) await replaceFeaturedLinks(tx, ctx, storeId, featured_links)
  })
}

/**
 * Throws STORE_HTML_FOR_OWNERS when anyone but an owner changes the HTML of a store, which runs in the browsers of its
 * visitors.
 */
export function requireOwnerOfHtml(role: Role, before: string | null, after: string | null): void {
  if (role !== 'owner' && before !== after) fail('STORE_HTML_FOR_OWNERS')
}

/** Throws STORE_NOT_FOUND. */
export function activateStore(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, storeId: StoreId): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.activate', storeId }, (tx) =>
    updateStoreRow(tx, ctx.project.id, storeId, { is_active: true }),
  )
}

/** Hides the store from visitors. Throws STORE_NOT_FOUND. */
export function deactivateStore(deps: Pick<Deps, 'origins'>, ctx: ProjectContext, storeId: StoreId): Promise<Store> {
  return changeStore(deps, ctx, { action: 'store.deactivate', storeId }, (tx) =>
    updateStoreRow(tx, ctx.project.id, storeId, { is_active: false }),
  )
}

function changeStore(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { action, storeId }: { action: 'store.update' | 'store.activate' | 'store.deactivate'; storeId: StoreId },
  change: (tx: Tx, before: StoreRow, role: Role) => Promise<void>,
): Promise<Store> {
  return mutate(ctx, { action, entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, audited, role) => {
    const before = (await lockStoreForUpdate(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    await change(tx, before, role)
    const after = (await selectStore(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    Object.assign(audited, { before: toAuditedStore(before), after: toAuditedStore(after) })
    return toStore(after, origins)
  })
}

/** Drops fields that are not given. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
