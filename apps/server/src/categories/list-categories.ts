import type { Category } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../access/index.ts'
import { selectCategories } from './category-table.ts'
import { toCategory } from './to-category.ts'

/** In the order of the owner. Throws NOT_FOUND without products. */
export async function listCategories(ctx: ProjectContext): Promise<Category[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return (await read(ctx, (tx) => selectCategories(tx, ctx.project.id))).map(toCategory)
}
