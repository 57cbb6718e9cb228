import type { ProductId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { deleteProductRow, lockProductForUpdate } from './product-table.ts'
import { toAuditedProduct } from './to-product.ts'

/** Its links stay. Throws PRODUCT_NOT_FOUND. */
export function deleteProduct(ctx: ProjectContext, productId: ProductId): Promise<void> {
  const mutation = { action: 'product.delete', entity: 'product', entityId: productId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockProductForUpdate(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    change.before = toAuditedProduct(before)
    await deleteProductRow(tx, ctx.project.id, productId)
  })
}
