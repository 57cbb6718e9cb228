import type { Product, ProductId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectProduct, selectProductNames } from './product-table.ts'
import { toProduct } from './to-product.ts'

/** Throws PRODUCT_NOT_FOUND, and NOT_FOUND without products. */
export async function getProduct({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, productId: ProductId): Promise<Product> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const row = await read(ctx, (tx) => selectProduct(tx, ctx.project.id, productId))
  return row ? toProduct(row, origins) : fail('PRODUCT_NOT_FOUND')
}

/** The names of those of the products that are in the project, by id. */
export async function findProductNames(ctx: ProjectContext, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectProductNames(tx, ctx.project.id, productIds as readonly ProductId[]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
