import type { Category, CategoryId, CategoryUpdate } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { changeSchedule } from '../stores/index.ts'
import { type CategoryRow, type CategoryValues, lockCategoryForUpdate, updateCategoryRow } from './category-table.ts'
import { toCategory } from './to-category.ts'

/** Changes the given fields; the others stay unchanged. Throws CATEGORY_NOT_FOUND. */
export function updateCategory(
  ctx: ProjectContext,
  { categoryId, update }: { categoryId: CategoryId; update: CategoryUpdate },
): Promise<Category> {
  const { name, color_hex, active } = update
  return changeCategory(ctx, 'category.update', categoryId, (before) => ({
    ...changeSchedule(before, update),
    name,
    ...(color_hex !== undefined && { color_hex }),
    ...(active !== undefined && { is_active: active }),
  }))
}

/** Throws CATEGORY_NOT_FOUND. */
export function activateCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<Category> {
  return changeCategory(ctx, 'category.activate', categoryId, () => ({ is_active: true }))
}

/** Hides the category; its products stay visible elsewhere. Throws CATEGORY_NOT_FOUND. */
export function deactivateCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<Category> {
  return changeCategory(ctx, 'category.deactivate', categoryId, () => ({ is_active: false }))
}

function changeCategory(
  ctx: ProjectContext,
  action: 'category.update' | 'category.activate' | 'category.deactivate',
  categoryId: CategoryId,
  toValues: (before: CategoryRow) => CategoryValues,
): Promise<Category> {
  return mutate(ctx, { action, entity: 'category', entityId: categoryId, requires: 'hasProducts' }, async (tx, change) => {
    const before = (await lockCategoryForUpdate(tx, ctx.project.id, categoryId)) ?? fail('CATEGORY_NOT_FOUND')
    const after = await updateCategoryRow(tx, ctx.project.id, categoryId, toValues(before))
    Object.assign(change, { before: toCategory(before), after: toCategory(after) })
    return toCategory(after)
  })
}
