import type { ProductId, StoreId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { lockStoreForShare } from '../stores/index.ts'
import { lockProductForUpdate, updateProductRow } from './product-table.ts'

interface ProductOfStore {
  storeId: StoreId
  productId: ProductId
}

/** Shows the product in the store. Throws STORE_NOT_FOUND or PRODUCT_NOT_FOUND. */
export function addProductToStore(ctx: ProjectContext, input: ProductOfStore): Promise<void> {
  return setInStore(ctx, input, true)
}

/** The product stays in the project. Throws STORE_NOT_FOUND or PRODUCT_NOT_FOUND. */
export function removeProductFromStore(ctx: ProjectContext, input: ProductOfStore): Promise<void> {
  return setInStore(ctx, input, false)
}

function setInStore(ctx: ProjectContext, { storeId, productId }: ProductOfStore, isInStore: boolean): Promise<void> {
  const action = isInStore ? 'store.add_product' : 'store.remove_product'
  return mutate(ctx, { action, entity: 'store', entityId: storeId, requires: 'hasProducts' }, async (tx, change) => {
    if ((await lockStoreForShare(tx, ctx.project.id, storeId)) === undefined) fail('STORE_NOT_FOUND')
    const product = (await lockProductForUpdate(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    await updateProductRow(tx, ctx.project.id, productId, { is_in_store: isInStore })
    Object.assign(change, {
      before: { product_id: productId, in_store: product.is_in_store },
      after: { product_id: productId, in_store: isInStore },
    })
  })
}
