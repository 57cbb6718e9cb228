import type { Store } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectStoreOfProject } from './store-table.ts'
import { toStore } from './to-store.ts'

/** Returns at most one store. Throws NOT_FOUND without store pages. */
export async function listStores({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext): Promise<Store[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const row = await read(ctx, (tx) => selectStoreOfProject(tx, ctx.project.id))
  return row ? [toStore(row, origins)] : []
}
