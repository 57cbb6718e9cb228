import type { CategoryId, ListedCategory, ProjectId } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectCategories } from './category-table.ts'
import { toCategory } from './to-category.ts'

/** The products module counts its products for the list of categories, since categories may not import products. */
export interface CategoryProducts {
  /** The number of products of each category that has any. */
  countProducts: (tx: Tx, projectId: ProjectId) => Promise<Map<CategoryId, number>>
}

/** Lists the categories in the order of the owner. Throws NOT_FOUND without products. */
export async function listCategories({ countProducts }: CategoryProducts, ctx: ProjectContext): Promise<ListedCategory[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return read(ctx, async (tx) => {
    const rows = await selectCategories(tx, ctx.project.id)
    const counts = await countProducts(tx, ctx.project.id)
    return rows.map((row) => ({ ...toCategory(row), product_count: counts.get(row.id) ?? 0 }))
  })
}
