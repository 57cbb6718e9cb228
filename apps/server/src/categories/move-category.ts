import type { CategoryId, Place } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import { lockCategoryForUpdate, lockCategoryListForUpdate, updateCategoryRow } from './category-table.ts'

/** Throws CATEGORY_NOT_FOUND, also for the category it should stand before. */
export function moveCategory(ctx: ProjectContext, { categoryId, place }: { categoryId: CategoryId; place: Place }): Promise<void> {
  const { project } = ctx
  return mutate(ctx, { action: 'category.move', entity: 'category', entityId: categoryId, requires: 'hasProducts' }, async (tx, change) => {
    await lockCategoryListForUpdate(tx, project.id)
    if ((await lockCategoryForUpdate(tx, project.id, categoryId)) === undefined) fail('CATEGORY_NOT_FOUND')
    const position = await selectPosition(tx, { table: 'categories', projectId: project.id }, place, categoryId)
    await updateCategoryRow(tx, project.id, categoryId, { position: position ?? fail('CATEGORY_NOT_FOUND') })
    change.after = place
  })
}
