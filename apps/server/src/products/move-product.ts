import type { Place, ProductId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import { lockProductForUpdate, lockProductListForUpdate, updateProductRow } from './product-table.ts'

/** Throws PRODUCT_NOT_FOUND, also for the product it should stand before. */
export function moveProduct(ctx: ProjectContext, { productId, place }: { productId: ProductId; place: Place }): Promise<void> {
  const { project } = ctx
  return mutate(ctx, { action: 'product.move', entity: 'product', entityId: productId, requires: 'hasProducts' }, async (tx, change) => {
    await lockProductListForUpdate(tx, project.id)
    if ((await lockProductForUpdate(tx, project.id, productId)) === undefined) fail('PRODUCT_NOT_FOUND')
    const position = await selectPosition(tx, { table: 'products', projectId: project.id }, place, productId)
    await updateProductRow(tx, project.id, productId, { position: position ?? fail('PRODUCT_NOT_FOUND') })
    change.after = place
  })
}
