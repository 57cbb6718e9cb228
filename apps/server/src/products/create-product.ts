import { type Product, type ProductDraft, type ProductId, productsPerProject } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import { toScheduleColumns } from '../stores/index.ts'
import { replaceReferences } from './product-references.ts'
import { countProducts, insertProduct, lockProductListForUpdate, selectProduct } from './product-table.ts'
import { toAuditedProduct, toProduct } from './to-product.ts'

/** First in the order, and in the store. Throws PRODUCT_LIMIT_REACHED, CATEGORY_NOT_FOUND or LINK_NOT_FOUND. */
export function createProduct(
  { ids, origins }: Pick<Deps, 'ids' | 'origins'>,
  ctx: ProjectContext,
  { categories, urls, active, ...values }: ProductDraft,
): Promise<Product> {
  const { project } = ctx
  return mutate(ctx, { action: 'product.create', entity: 'product', requires: 'hasProducts' }, async (tx, change) => {
    await lockProductListForUpdate(tx, project.id)
    if ((await countProducts(tx, project.id)) >= productsPerProject) fail('PRODUCT_LIMIT_REACHED')
    const id = ids.next<ProductId>()
    const position = (await selectPosition(tx, { table: 'products', projectId: project.id }, { position: 1 })) ?? '0'
    await insertProduct(tx, ctx, {
      ...values,
      ...toScheduleColumns(values),
      id,
      is_active: active,
      is_in_store: true,
      position,
      created_at: ctx.now,
    })
    await replaceReferences(tx, ctx, id, { categories, urls })
    const row = (await selectProduct(tx, project.id, id)) ?? fail('PRODUCT_NOT_FOUND')
    Object.assign(change, { entityId: id, after: toAuditedProduct(row) })
    return toProduct(row, origins)
  })
}
