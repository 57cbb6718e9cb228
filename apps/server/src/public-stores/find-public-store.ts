import { storeHandle } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, type ProjectContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type StoreRow, selectStoreHandle, selectStoreOfProject } from '../stores/index.ts'

export interface PublicStore {
  store: StoreRow
  /** Reads what belongs to the store; not a user's context. */
  ctx: ProjectContext
}

/**
 * The active store of this name, or of this earlier name, of any organization. Throws STORE_NOT_FOUND, also
 * where store pages are off.
 */
export async function findPublicStore(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, name: string): Promise<PublicStore> {
  const visitor = createRequestContext(deps, { actor: { kind: 'system', name: 'storefront' }, source: 'api' })
  const found = (await read(visitor, (tx) => selectStoreHandle(tx, storeHandle(name)))) ?? fail('STORE_NOT_FOUND')
  const ctx = (await findSystemContext(visitor, found.organization_id, found.project_id)) ?? fail('STORE_NOT_FOUND')
  const store = await read(ctx, (tx) => selectStoreOfProject(tx, ctx.project.id))
  if (!store?.is_active || !ctx.entitlements.hasProducts) fail('STORE_NOT_FOUND')
  return { store, ctx }
}
