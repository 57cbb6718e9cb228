import { type Store, type StoreDraft, type StoreId, storeHandle } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { insertStore, insertStoreHandle } from './store-table.ts'
import { toAuditedStore, toStore } from './to-store.ts'

/** Throws STORE_EXISTS for the second store of a project, and STORE_NAME_TAKEN. */
export function createStore(
  { ids, origins }: Pick<Deps, 'ids' | 'origins'>,
  ctx: ProjectContext,
  { active, ...settings }: StoreDraft,
): Promise<Store> {
  const scope = { organization_id: ctx.organization.id, project_id: ctx.project.id }
  return mutate(ctx, { action: 'store.create', entity: 'store', requires: 'hasStorePage' }, async (tx, change) => {
    const id = ids.next<StoreId>()
    const handle = storeHandle(settings.name)
    const row =
      (await insertStore(tx, { ...settings, ...scope, id, handle, is_active: active, created_at: ctx.now })) ?? fail('STORE_EXISTS')
    if (!(await insertStoreHandle(tx, { ...scope, handle, store_id: id }))) fail('STORE_NAME_TAKEN')
    Object.assign(change, { entityId: id, after: toAuditedStore(row) })
    return toStore(row, origins)
  })
}
