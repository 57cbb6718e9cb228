import { type Store, type StoreDraft, type StoreId, storeHandle } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { replaceFeaturedLinks } from './featured-link-table.ts'
import { insertStore, insertStoreHandle, selectStore } from './store-table.ts'
import { toAuditedStore, toStore } from './to-store.ts'
import { requireOwnerOfHtml } from './update-store.ts'

/**
 * Throws STORE_EXISTS for the second store of a project, STORE_NAME_TAKEN, STORE_HTML_FOR_OWNERS and LINK_NOT_FOUND.
 */
export function createStore(
  { ids, origins }: Pick<Deps, 'ids' | 'origins'>,
  ctx: ProjectContext,
  { active, disclosure, featured_links, ...settings }: StoreDraft,
): Promise<Store> {
  const scope = { organization_id: ctx.organization.id, project_id: ctx.project.id }
  return mutate(ctx, { action: 'store.create', entity: 'store', requires: 'hasStorePage' }, async (tx, change, role) => {
    requireOwnerOfHtml(role, null, settings.snippet)
    const id = ids.next<StoreId>()
    const handle = storeHandle(settings.name)
    const row = { ...settings, ...scope, id, handle, is_active: active, is_disclosed: disclosure, created_at: ctx.now }
    if (!(await insertStore(tx, row))) fail('STORE_EXISTS')
    if (!(await insertStoreHandle(tx, { ...scope, handle, store_id: id }))) fail('STORE_NAME_TAKEN')
    await replaceFeaturedLinks(tx, ctx, id, featured_links)
    const store = (await selectStore(tx, ctx.project.id, id)) ?? fail('STORE_NOT_FOUND')
    Object.assign(change, { entityId: id, after: toAuditedStore(store) })
    return toStore(store, origins)
  })
}
