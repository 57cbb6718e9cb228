import type { Product, ProductId, ProductUpdate } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { changeSchedule } from '../stores/index.ts'
import { changeProduct } from './change-product.ts'
import { replaceReferences } from './product-references.ts'
import { updateProductRow } from './product-table.ts'
import { toProduct } from './to-product.ts'

interface ProductUpdateInput {
  productId: ProductId
  update: ProductUpdate
}

/**
 * Replaces texts, and changes other fields only if they are given. Throws PRODUCT_NOT_FOUND,
 * CATEGORY_NOT_FOUND or LINK_NOT_FOUND.
 */
export async function updateProduct(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { productId, update: { categories, urls, active, attributes, availability, show_from, show_until, ...texts } }: ProductUpdateInput,
): Promise<Product> {
  const row = await changeProduct(ctx, 'product.update', productId, async (tx, before) => {
    await updateProductRow(tx, ctx.project.id, productId, {
      ...texts,
      ...changeSchedule(before, { show_from, show_until }),
      ...(attributes !== undefined && { attributes }),
      ...(active !== undefined && { is_active: active }),
      ...(availability !== undefined && { availability }),
    })
    await replaceReferences(tx, ctx, productId, { categories, urls })
  })
  return toProduct(row, origins)
}
