// Statements on several rows of `products` and `product_categories`. Products are locked in the order of their ids, then categories in theirs, so that two
// transactions on some of the same rows don't deadlock.
import { type CategoryId, categoriesPerProduct, type ProductId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ProductRow, selectProductsById } from '../product-table.ts'

/** Those of these products that exist, locked until the transaction ends. They are read after they are locked, with the categories of then. */
export async function lockProductsForUpdate(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductRow[]> {
  await tx
    .selectFrom('products')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', productIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return selectProductsById(tx, projectId, productIds)
}

/** The caller has locked the products, here and below. */
export async function updateProductVisibility(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
  isActive: boolean,
): Promise<void> {
  await tx.updateTable('products').set({ is_active: isActive }).where('project_id', '=', projectId).where('id', 'in', productIds).execute()
}

/** Their categories are locked by the caller too: a category that is deleted at the same time deletes some of the same rows, in another order. */
export async function deleteProductRows(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<void> {
  if (productIds.length === 0) return
  await tx.deleteFrom('products').where('project_id', '=', projectId).where('id', 'in', productIds).execute()
}

/** Adds each of the categories to each of the products, where it is not there yet. */
export async function insertProductCategories(
  tx: Tx,
  { organization, project }: ProjectContext,
  productIds: readonly ProductId[],
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await sql`insert into product_categories (organization_id, project_id, product_id, category_id)
    select ${organization.id}, ${project.id}, product_id, category_id
    from unnest(${productIds}::uuid[]) as product_id cross join unnest(${categoryIds}::uuid[]) as category_id
    on conflict do nothing`.execute(tx)
}

export async function deleteProductCategories(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await tx
    .deleteFrom('product_categories')
    .where('project_id', '=', projectId)
    .where('product_id', 'in', productIds)
    .where('category_id', 'in', categoryIds)
    .execute()
}

/** Those of these products that have more categories than a product may have. */
export async function selectOvercategorized(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductId[]> {
  const rows = await tx
    .selectFrom('product_categories')
    .select('product_id')
    .where('project_id', '=', projectId)
    .where('product_id', 'in', productIds)
    .groupBy('product_id')
    .having((group) => group.fn.countAll(), '>', categoriesPerProduct)
    .execute()
  return rows.map((row) => row.product_id)
}
