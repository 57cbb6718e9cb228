import type { CategoryId, LinkId, ProductId } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import { lockCategoriesForShare } from '../categories/index.ts'
import { lockExistingLinksForShare } from '../links/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { replaceProductCategories, replaceProductLinks } from './product-table.ts'

interface ProductReferences {
  categories?: readonly CategoryId[] | undefined
  urls?: readonly LinkId[] | undefined
}

/**
 * Replaces the categories and links of a product where they are given. Both stay locked against deletion until the
 * transaction ends. Throws CATEGORY_NOT_FOUND and LINK_NOT_FOUND for ids that the project does not have.
 */
export async function replaceReferences(
  tx: Tx,
  ctx: ProjectContext,
  productId: ProductId,
  { categories, urls }: ProductReferences,
): Promise<void> {
  if (categories !== undefined) {
    const existing = await lockCategoriesForShare(tx, ctx.project.id, categories)
    if (existing.length < categories.length) fail('CATEGORY_NOT_FOUND')
    await replaceProductCategories(tx, ctx, productId, categories)
  }
  if (urls !== undefined) {
    const existing = await lockExistingLinksForShare(tx, ctx.project.id, urls)
    if (existing.length < urls.length) fail('LINK_NOT_FOUND')
    await replaceProductLinks(tx, ctx, productId, urls)
  }
}
