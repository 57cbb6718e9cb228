import type { AuditAction, ProductId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockProductForUpdate, type ProductRow, selectProduct } from './product-table.ts'
import { toAuditedProduct } from './to-product.ts'

/**
 * Locks a product, changes it, and returns it as it is afterwards; the audit entry has both states.
 * Throws PRODUCT_NOT_FOUND.
 */
export function changeProduct(
  ctx: ProjectContext,
  action: AuditAction,
  productId: ProductId,
  work: (tx: Tx, before: ProductRow) => Promise<unknown>,
): Promise<ProductRow> {
  const { project } = ctx
  return mutate(ctx, { action, entity: 'product', entityId: productId, requires: 'hasProducts' }, async (tx, change) => {
    const before = (await lockProductForUpdate(tx, project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    await work(tx, before)
    const after = (await selectProduct(tx, project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    Object.assign(change, { before: toAuditedProduct(before), after: toAuditedProduct(after) })
    return after
  })
}
