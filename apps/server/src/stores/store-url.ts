import type { PageUrl, PageUrlDraft, ProjectId, StoreId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read, requireFeature } from '../access/index.ts'
import { lockLinkDomain } from '../domains/index.ts'
import { createPageLink, selectPageUrl, updatePageTargets } from '../links/index.ts'
import type { OriginDeps, Origins } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockStoreForUpdate, lockStoreOfProject, selectStore, toStoreAddress, toStoreUrl, updateStoreRow } from './store-table.ts'

/**
 * Returns the short URL of a store page. If the page has no short URL, returns the page's own address. Throws
 * STORE_NOT_FOUND.
 */
export async function getStoreAddress(deps: OriginDeps, ctx: ProjectContext, storeId: StoreId): Promise<string> {
  requireFeature(ctx.entitlements, 'hasStorePage')
  return read(ctx, async (tx) => {
    const store = (await selectStore(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    return (await selectPageUrl(tx, deps, ctx, store.short_link_id))?.url ?? toStoreUrl(store, deps.origins)
  })
}

/** Returns the store page's short URL. Throws STORE_NOT_FOUND or PAGE_URL_NOT_FOUND. */
export async function getStoreUrl(deps: OriginDeps, ctx: ProjectContext, storeId: StoreId): Promise<PageUrl> {
  requireFeature(ctx.entitlements, 'hasStorePage')
  return read(ctx, async (tx) => {
    const { short_link_id } = (await selectStore(tx, ctx.project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    return (await selectPageUrl(tx, deps, ctx, short_link_id)) ?? fail('PAGE_URL_NOT_FOUND')
  })
}

/** Creates a short URL for the store page. Throws STORE_NOT_FOUND and the errors of `createPageLink`. */
export function createStoreUrl(
  deps: OriginDeps,
  ctx: ProjectContext,
  { storeId, draft }: { storeId: StoreId; draft: PageUrlDraft },
): Promise<PageUrl> {
  const { project } = ctx
  return mutate(ctx, { action: 'store.create_url', entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    await lockLinkDomain(tx, ctx, undefined)
    const store = (await lockStoreForUpdate(tx, project.id, storeId)) ?? fail('STORE_NOT_FOUND')
    const address = toStoreAddress(store.handle, deps.origins)
    const otherAddresses = [toStoreUrl(store, deps.origins)]
    const page = { kind: 'store', id: storeId, address, otherAddresses, currentId: store.short_link_id } as const
    const link = await createPageLink(tx, deps, ctx, { page, draft })
    await updateStoreRow(tx, project.id, storeId, { short_link_id: link.id })
    change.after = link.pageUrl
    return link.pageUrl
  })
}

/**
 * Updates the destinations of products' short URLs to the current addresses. If `productIds` is omitted, updates all
 * products. Locks the store until the transaction ends, so that its name can't change. If the project has no store,
 * changes nothing.
 */
export async function updateTargetsOfProducts(
  tx: Tx,
  projectId: ProjectId,
  { origins, productIds }: { origins: Pick<Origins, 'public'>; productIds?: readonly string[] },
): Promise<void> {
  const store = await lockStoreOfProject(tx, projectId)
  if (store === undefined) return
  await updatePageTargets(tx, projectId, { storeId: store.id, address: toStoreAddress(store.handle, origins), productIds })
}
