import { type Store, type StoreId, type StoreUpdate, storeHandle } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { insertStoreHandle, lockStoreForUpdate, updateStoreRow } from './store-table.ts'
import { toAuditedStore, toStore } from './to-store.ts'

interface StoreUpdateInput {
  storeId: StoreId
  update: StoreUpdate
}

/**
 * Colors, layout and visibility stay unchanged when they are left out. The address of an earlier name still leads to the store. Throws STORE_NOT_FOUND
 * or STORE_NAME_TAKEN.
 */
export function updateStore(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { storeId, update: { active, main_color, secondary_color, layout, ...texts } }: StoreUpdateInput,
): Promise<Store> {
  const { organization, project } = ctx
  return mutate(ctx, { action: 'store.update', entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    const before = (await lockStoreForUpdate(tx, project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    const handle = storeHandle(texts.name)
    const row = { handle, organization_id: organization.id, project_id: project.id, store_id: storeId }
    if (handle !== before.handle && !(await insertStoreHandle(tx, row))) fail('STORE_NAME_TAKEN')
    const after = await updateStoreRow(tx, project.id, storeId, {
      ...texts,
      handle,
      ...(main_color !== undefined && { main_color }),
      ...(secondary_color !== undefined && { secondary_color }),
      ...(layout !== undefined && { layout }),
      ...(active !== undefined && { is_active: active }),
    })
    Object.assign(change, { before: toAuditedStore(before), after: toAuditedStore(after) })
    return toStore(after, origins)
  })
}
