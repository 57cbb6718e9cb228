import { type Store, type StoreId, type StoreUpdate, storeHandle } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { replaceFeaturedLinks } from './featured-link-table.ts'
import { insertStoreHandle, lockStoreForUpdate, selectStore, updateStoreRow } from './store-table.ts'
import { toAuditedStore, toStore } from './to-store.ts'

interface StoreUpdateInput {
  storeId: StoreId
  update: StoreUpdate
}

/**
 * Texts and pictures are replaced; everything else stays unchanged when it is left out. The address of an earlier name still leads to the store. Throws
 * STORE_NOT_FOUND, STORE_NAME_TAKEN and LINK_NOT_FOUND.
 */
export function updateStore(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { storeId, update: { active, disclosure, featured_links, ...settings } }: StoreUpdateInput,
): Promise<Store> {
  const { organization, project } = ctx
  return mutate(ctx, { action: 'store.update', entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    const before = (await lockStoreForUpdate(tx, project.id, storeId)) ?? fail('STORE_NOT_FOUND')
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
    const after = (await selectStore(tx, project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    Object.assign(change, { before: toAuditedStore(before), after: toAuditedStore(after) })
    return toStore(after, origins)
  })
}

/** Without what is left out. */
function given<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
