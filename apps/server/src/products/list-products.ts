import { type Product, type ProductQuery, productId } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import { selectProducts } from './product-table.ts'
import { toProduct } from './to-product.ts'

const productCursor = createPageCursor('products', 1, z.object({ position: z.string().regex(/^-?\d+(\.\d+)?$/), id: productId }))

export interface ProductList {
  products: Product[]
  /** The cursor of the next page; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * Lists products in the order of the owner. Throws REQUEST_INVALID for a cursor that `listProducts` did not return, and
 * NOT_FOUND without products.
 */
export async function listProducts(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { cursor, limit, search, category }: ProductQuery,
): Promise<ProductList> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const after =
    cursor === undefined ? undefined : (productCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // The query selects one row more than the page has, which tells whether there is a next page.
  const rows = await read(ctx, (tx) => selectProducts(tx, ctx.project.id, { search, category }, { after, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    products: page.map((row) => toProduct(row, origins)),
    nextCursor: rows.length > limit && last ? productCursor.encode({ position: last.position, id: last.id }) : undefined,
  }
}
