import { type LinkId, type ProductId, requiresSentence, type StoreId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall, read, requireFeature } from '../access/index.ts'
import { findAdHosts } from '../links/index.ts'
import { lockStoreForShare, selectStoreOfProject } from '../stores/index.ts'
import { selectLinksOfStore } from './product-references.ts'
import { lockProductForUpdate, updateProductRow } from './product-table.ts'

export function storeProductRoutes() {
  const { addProduct, removeProduct, getShops: shopsCall } = projectCall.stores
  return {
    addProduct: addProduct.handler(({ context, input }) => addProductToStore(context.ctx, input.params)),
    removeProduct: removeProduct.handler(({ context, input }) => removeProductFromStore(context.ctx, input.params)),
    getShops: shopsCall.handler(({ context, input }) => getShops(context.ctx, input.params.storeId)),
  }
}

interface ProductOfStore {
  storeId: StoreId
  productId: ProductId
}

/** Shows the product in the store. Throws STORE_NOT_FOUND or PRODUCT_NOT_FOUND. */
function addProductToStore(ctx: ProjectContext, input: ProductOfStore): Promise<void> {
  return setInStore(ctx, input, true)
}

/** Hides the product from the store but leaves it in the project. Throws STORE_NOT_FOUND or PRODUCT_NOT_FOUND. */
export function removeProductFromStore(ctx: ProjectContext, input: ProductOfStore): Promise<void> {
  return setInStore(ctx, input, false)
}

function setInStore(ctx: ProjectContext, { storeId, productId }: ProductOfStore, isInStore: boolean): Promise<void> {
  const action = isInStore ? 'store.add_product' : 'store.remove_product'
  return mutate(ctx, { action, entity: 'store', entityId: storeId, requires: 'hasStorePage' }, async (tx, change) => {
    if ((await lockStoreForShare(tx, ctx.project.id, storeId)) === undefined) fail('STORE_NOT_FOUND')
    const product = (await lockProductForUpdate(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    await updateProductRow(tx, ctx.project.id, productId, { is_in_store: isInStore })
    change.before = { name: product.name, product_id: productId, in_store: product.is_in_store }
    change.after = { name: product.name, product_id: productId, in_store: isInStore }
  })
}

/**
 * Returns the hosts of the store's ads that require a sentence in the store's disclosure. Throws
 * STORE_NOT_FOUND.
 */
export async function getShops(ctx: ProjectContext, storeId: StoreId): Promise<{ hosts: string[] }> {
  requireFeature(ctx.entitlements, 'hasStorePage')
  const { featured, linkIds } = await read(ctx, async (tx) => {
    const store = await selectStoreOfProject(tx, ctx.project.id)
    if (store?.id !== storeId) fail('STORE_NOT_FOUND')
    return { featured: store.featured_links, linkIds: await selectLinksOfStore(tx, ctx.project.id) }
  })
  const marked = featured.filter(({ ad }) => ad).map(({ url_id }) => url_id as LinkId)
  const hosts = await findAdHosts(ctx, [...new Set([...featured.map(({ url_id }) => url_id as LinkId), ...linkIds])], new Set(marked))
  return { hosts: hosts.filter(requiresSentence).toSorted() }
}
