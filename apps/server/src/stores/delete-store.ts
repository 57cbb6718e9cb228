import type { StoreId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { deleteStoreRow, lockStoreForUpdate } from './store-table.ts'
import { toAuditedStore } from './to-store.ts'

/** Products and categories stay in the project, and its names with the organization. Throws STORE_NOT_FOUND. */
export function deleteStore(ctx: ProjectContext, storeId: StoreId): Promise<void> {
  return mutate(ctx, { action: 'store.delete', entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    const before = (await lockStoreForUpdate(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    change.before = toAuditedStore(before)
    await deleteStoreRow(tx, ctx.project.id, storeId)
  })
}
