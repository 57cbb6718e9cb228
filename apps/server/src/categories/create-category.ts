import { type Category, type CategoryDraft, type CategoryId, categoriesPerProject, defaultMainColor } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import { selectStoreColor, toScheduleColumns } from '../stores/index.ts'
import { type CategoryRow, insertCategory, lockCategoryListForUpdate, selectCategories } from './category-table.ts'
import { toCategory } from './to-category.ts'

/** Last in the order, in the store's main color unless the draft has one. Throws CATEGORY_LIMIT_REACHED. */
export function createCategory({ ids }: Pick<Deps, 'ids'>, ctx: ProjectContext, draft: CategoryDraft): Promise<Category> {
  return mutate(ctx, { action: 'category.create', entity: 'category', requires: 'hasProducts' }, async (tx, change) => {
    const row = await insertNewCategory(tx, { ids }, ctx, draft)
    Object.assign(change, { entityId: row.id, after: toCategory(row) })
    return toCategory(row)
  })
}

/** The same within a transaction; the list of categories stays locked until it ends. */
export async function insertNewCategory(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { organization, project, now }: ProjectContext,
  draft: CategoryDraft,
): Promise<CategoryRow> {
  await lockCategoryListForUpdate(tx, project.id)
  if ((await selectCategories(tx, project.id)).length >= categoriesPerProject) fail('CATEGORY_LIMIT_REACHED')
  return insertCategory(tx, organization.id, project.id, {
    id: ids.next<CategoryId>(),
    name: draft.name,
    color_hex: draft.color_hex ?? (await selectStoreColor(tx, project.id)) ?? defaultMainColor.toLowerCase(),
    is_active: draft.active,
    ...toScheduleColumns(draft),
    position: (await selectPosition(tx, { table: 'categories', projectId: project.id }, { before: null })) ?? '0',
    created_at: now,
  })
}
