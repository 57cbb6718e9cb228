import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createCategory } from './create-category.ts'
import { deleteCategory } from './delete-category.ts'
import { type CategoryProducts, listCategories } from './list-categories.ts'
import { moveCategory } from './move-category.ts'
import { activateCategory, deactivateCategory, updateCategory } from './update-category.ts'

const calls = projectCall.categories

export function categoryRoutes(deps: Deps & CategoryProducts) {
  return {
    list: calls.list.handler(({ context }) => listCategories(deps, context.ctx)),
    create: calls.create.handler(({ context, input }) => createCategory(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateCategory(context.ctx, { categoryId: input.params.categoryId, update: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteCategory(context.ctx, input.params.categoryId)),
    activate: calls.activate.handler(({ context, input }) => activateCategory(context.ctx, input.params.categoryId)),
    deactivate: calls.deactivate.handler(({ context, input }) => deactivateCategory(context.ctx, input.params.categoryId)),
    move: calls.move.handler(({ context, input }) => moveCategory(context.ctx, { categoryId: input.params.categoryId, place: input.body })),
  }
}
