import {
  type Category,
  type CategoryDraft,
  type CategoryId,
  type CategoryPatch,
  type CategoryUpdate,
  categoriesPerProject,
  defaultMainColor,
  type ListedCategory,
  type Place,
  type ProjectId,
} from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, projectCall, read, requireFeature, requireRevision } from '../access/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import {
  assertFreeSlug,
  changeSchedule,
  lockPageSlugsForUpdate,
  selectStoreColor,
  takeSlugOfNewPage,
  toScheduleColumns,
} from '../stores/index.ts'
import {
  type CategoryRow,
  type CategoryValues,
  deleteCategoryRow,
  insertCategory,
  lockCategoryForUpdate,
  lockCategoryListForUpdate,
  selectCategories,
  toAuditedCategory,
  toCategory,
  updateCategoryRow,
} from './category-table.ts'

const calls = projectCall.categories

export function categoryRoutes(deps: Deps & CategoryProducts) {
  return {
    list: calls.list.handler(({ context }) => listCategories(deps, context.ctx)),
    create: calls.create.handler(({ context, input }) => createCategory(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) =>
      updateCategory(context.ctx, { categoryId: input.params.categoryId, update: input.body }),
    ),
    patch: calls.patch.handler(({ context, input }) =>
      patchCategory(context.ctx, { categoryId: input.params.categoryId, patch: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteCategory(context.ctx, input.params.categoryId)),
    activate: calls.activate.handler(({ context, input }) => activateCategory(context.ctx, input.params.categoryId)),
    deactivate: calls.deactivate.handler(({ context, input }) => deactivateCategory(context.ctx, input.params.categoryId)),
    move: calls.move.handler(({ context, input }) => moveCategory(context.ctx, { categoryId: input.params.categoryId, place: input.body })),
  }
}

/** Counts products for the list of categories. The function is passed in because categories may not import products. */
interface CategoryProducts {
  /** Returns the number of products by category. A category without products has no entry. */
  countProducts: (tx: Tx, projectId: ProjectId) => Promise<Map<CategoryId, number>>
}

/** Lists the categories in the owner's order. Throws NOT_FOUND if the organization may not use products. */
export async function listCategories({ countProducts }: CategoryProducts, ctx: ProjectContext): Promise<ListedCategory[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return read(ctx, async (tx) => {
    const rows = await selectCategories(tx, ctx.project.id)
    const counts = await countProducts(tx, ctx.project.id)
    return rows.map((row) => ({ ...toCategory(row), product_count: counts.get(row.id) ?? 0 }))
  })
}

/**
 * Adds the category at the end of the order. If the draft has no color, the category gets the store's main color, or
 * the default color if there is no store. Throws CATEGORY_LIMIT_REACHED, PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN. Throws
 * CATEGORY_NAME_TAKEN if the project has a category with this name, ignoring case.
 */
export function createCategory(deps: CoreDeps, ctx: ProjectContext, draft: CategoryDraft): Promise<Category> {
  return mutate(ctx, { action: 'category.create', entity: 'category', requires: 'hasProducts' }, async (tx, change) => {
    const row = (await insertNewCategory(tx, deps, ctx, draft)) ?? fail('CATEGORY_NAME_TAKEN')
    change.entityId = row.id
    change.after = toAuditedCategory(row)
    return toCategory(row)
  })
}

/**
 * Inserts the category like `createCategory`, in the given transaction. Page slugs and the list of categories stay
 * locked until the transaction ends. Returns undefined if the name is taken.
 */
export async function insertNewCategory(
  tx: Tx,
  { ids }: CoreDeps,
  { organization, project, now }: ProjectContext,
  draft: CategoryDraft,
): Promise<CategoryRow | undefined> {
  const slug = await takeSlugOfNewPage(tx, project.id, { kind: 'category', name: draft.name, slug: draft.slug })
  await lockCategoryListForUpdate(tx, project.id)
  if ((await selectCategories(tx, project.id)).length >= categoriesPerProject) fail('CATEGORY_LIMIT_REACHED')
  return insertCategory(tx, organization.id, project.id, {
    id: ids.next<CategoryId>(),
    name: draft.name,
    slug,
    color_hex: draft.color_hex ?? (await selectStoreColor(tx, project.id)) ?? defaultMainColor.toLowerCase(),
    is_active: draft.active,
    description: draft.description,
    image_url: draft.image_url,
    is_row: draft.show_as_row,
    ...toScheduleColumns(draft),
    position: (await selectPosition(tx, { table: 'categories', projectId: project.id }, { before: null })) ?? '0',
    created_at: now,
  })
}

/**
 * Changes the given fields; the others stay unchanged. Throws CATEGORY_NOT_FOUND, CATEGORY_NAME_TAKEN,
 * PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
 */
export function updateCategory(
  ctx: ProjectContext,
  { categoryId, update }: { categoryId: CategoryId; update: CategoryUpdate },
): Promise<Category> {
  return changeCategory(ctx, { action: 'category.update', categoryId, name: update.name, slug: update.slug }, (before) =>
    toCategoryValues(before, update),
  )
}

/**
 * Changes the given fields. Throws CATEGORY_NOT_FOUND, CATEGORY_NAME_TAKEN, PAGE_SLUG_RESERVED or PAGE_SLUG_TAKEN.
 * Throws REVISION_OUTDATED if the category was changed after it was read.
 */
export function patchCategory(
  ctx: ProjectContext,
  { categoryId, patch }: { categoryId: CategoryId; patch: CategoryPatch },
): Promise<Category> {
  return changeCategory(ctx, { action: 'category.update', categoryId, name: patch.name, slug: patch.slug }, (before) =>
    toCategoryValues(before, requireRevision(toCategory(before), patch)),
  )
}

/** Returns the columns to update. Fields that are undefined stay unchanged. */
function toCategoryValues(
  before: CategoryRow,
  { slug, active, show_as_row, show_from, show_until, ...fields }: Omit<CategoryPatch, 'revision'>,
): CategoryValues {
  const schedule = changeSchedule(before, { show_from, show_until })
  return { ...fields, ...schedule, slug: slug || undefined, is_active: active, is_row: show_as_row }
}

/** Throws CATEGORY_NOT_FOUND. */
export function activateCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<Category> {
  return changeCategory(ctx, { action: 'category.activate', categoryId }, () => ({ is_active: true }))
}

/** Hides the category in the store, but not its products. Throws CATEGORY_NOT_FOUND. */
export function deactivateCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<Category> {
  return changeCategory(ctx, { action: 'category.deactivate', categoryId }, () => ({ is_active: false }))
}

interface CategoryChange {
  action: 'category.update' | 'category.activate' | 'category.deactivate'
  categoryId: CategoryId
  /** If undefined, the name stays unchanged. */
  name?: string | undefined
  /** If empty or undefined, the slug stays unchanged. */
  slug?: string | undefined
}

function changeCategory(
  ctx: ProjectContext,
  { action, categoryId, name, slug }: CategoryChange,
  toValues: (before: CategoryRow) => CategoryValues,
): Promise<Category> {
  return mutate(ctx, { action, entity: 'category', entityId: categoryId, requires: 'hasProducts' }, async (tx, change) => {
    if (slug) await lockPageSlugsForUpdate(tx, ctx.project.id)
    if (name !== undefined) await lockCategoryListForUpdate(tx, ctx.project.id)
    const before = (await lockCategoryForUpdate(tx, ctx.project.id, categoryId)) ?? fail('CATEGORY_NOT_FOUND')
    if (slug) await assertFreeSlug(tx, ctx.project.id, { slug, pageId: categoryId })
    const after = (await updateCategoryRow(tx, ctx.project.id, categoryId, toValues(before))) ?? fail('CATEGORY_NAME_TAKEN')
    change.before = toAuditedCategory(before)
    change.after = toAuditedCategory(after)
    return toCategory(after)
  })
}

/**
 * Moves the category to a position, or before the category `place.before`, or to the end if `place.before` is null.
 * Throws CATEGORY_NOT_FOUND if one of the two categories does not exist.
 */
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

/** Deletes the category, but not its products. Throws CATEGORY_NOT_FOUND. */
export function deleteCategory(ctx: ProjectContext, categoryId: CategoryId): Promise<void> {
  const mutation = { action: 'category.delete', entity: 'category', entityId: categoryId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockCategoryForUpdate(tx, ctx.project.id, categoryId)) ?? fail('CATEGORY_NOT_FOUND')
    change.before = toAuditedCategory(before)
    await deleteCategoryRow(tx, ctx.project.id, categoryId)
  })
}
