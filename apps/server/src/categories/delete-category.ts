import type { CategoryId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { deleteCategoryRow, lockCategoryForUpdate } from './category-table.ts'
import { toCategory } from './to-category.ts'

/** Its products stay, without this category. Throws CATEGORY_NOT_FOUND. */
export function deleteCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<void> {
  const mutation = { action: 'category.delete', entity: 'category', entityId: categoryId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockCategoryForUpdate(tx, ctx.project.id, categoryId)) ?? fail('CATEGORY_NOT_FOUND')
    change.before = toCategory(before)
    await deleteCategoryRow(tx, ctx.project.id, categoryId)
  })
}
